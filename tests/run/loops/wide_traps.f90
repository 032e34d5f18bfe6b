! options: -O3 -ffpe-trap=invalid,zero,overflow
! Lanes that do not take part raise no exceptions: those behind the end, and those that a condition leaves out.
program wide_traps
  implicit none
  integer :: n
  real :: a(100), b(100), c(100)
  real(8) :: x(100), y(100)
  logical :: good
  good = .true.
  do n = 0, 100
    a = 1
    b = 0
    c = -7
    b(1:n) = 2
    call divide(n, a, b, c)
    good = good .and. all(c(1:n) == 0.5) .and. all(c(n + 1:) == -7)
    x = -1
    x(1:n:2) = 4
    y = 0
    call guarded(100, 0d0, x, y)
    good = good .and. sum(y) == 10 * ((n + 1) / 2)
    y = 0
    call functions(100, x, y)
    good = good .and. count(y /= 0) == (n + 1) / 2
  end do
  print *, good
contains
  subroutine divide(n, a, b, c)
    integer, intent(in) :: n
    real, intent(in) :: a(n), b(n)
    real, intent(inout) :: c(n)
    integer :: i
    do i = 1, n
      c(i) = a(i) / b(i)
    end do
  end subroutine
  subroutine guarded(n, zero, x, y)
    integer, intent(in) :: n
    real(8), intent(in) :: zero, x(n)
    real(8), intent(inout) :: y(n)
    integer :: i
    do i = 1, n
      if (x(i) > 0) then
        y(i) = sqrt(x(i)) + 32 / x(i)
      else
        y(i) = 0
      end if
      if (x(i) > 5) y(i) = 1 / zero
    end do
  end subroutine
  subroutine functions(n, x, y)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    real(8), intent(inout) :: y(n)
    integer :: i
    do i = 1, n
      if (x(i) > 0) y(i) = log(x(i)) / x(i) + (x(i) * 1d100) ** 2
    end do
  end subroutine
end program
!>  T
