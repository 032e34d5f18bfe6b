module funcs
  implicit none
contains
  elemental real(8) function poly(x, n)
    real(8), intent(in) :: x
    integer, intent(in) :: n
    integer :: i
    poly = 0
    do i = 1, n
      if (mod(i, 3) == 0) cycle
      poly = poly * x + i
      if (poly > 1.0d6) exit
    end do
  end function
  pure function clamp(x, lo, hi) result(r)
    real(8), intent(in) :: x, lo, hi
    real(8) :: r
    if (x < lo) then
      r = lo
      return
    end if
    r = min(x, hi)
  end function
  pure real(8) function total(v)
    real(8), intent(in) :: v(:)
    total = sum(v)
  end function
end module
program user_functions
  use funcs
  implicit none
  real(8) :: a(100), b(100), s
  integer :: i
  a = [(i * 0.05d0, i = 1, 100)]
  !$omp target teams workdistribute map(tofrom: s)
  b = poly(a, 8)
  a = b - poly(2.0d0, 4)
  s = clamp(sum(a), -10.0d0, 10.0d0)
  b = b + s
  !$omp end target teams workdistribute
  print '(3es16.8)', sum(a), sum(b), s
end program
!>   9.76361455E+04  9.98361455E+04  1.00000000E+01
