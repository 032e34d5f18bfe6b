! options: -O3 -ffpe-trap=invalid,zero,overflow
! Lanes that do not take part raise no exceptions: those behind the end, and those that a condition leaves out.
program wide_traps
  use, intrinsic :: ieee_arithmetic
  implicit none
  integer :: n, i
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
    y = 7
    call left_out(100, n, ieee_value(1d0, ieee_positive_inf), y, c)
    good = good .and. all(y(1:100:2) == 7) .and. all(y(2:100:2) > 7 .or. [(i > n, i = 2, 100, 2)])
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
  subroutine left_out(n, last, big, y, c)
    integer, intent(in) :: n, last
    real(8), intent(in) :: big
    real(8), intent(inout) :: y(n)
    real, intent(inout) :: c(n)
    real(8) :: x(n), z(n)
    integer :: i, k(n)
    ! Zero times infinity, infinity less itself, and what is too large for a smaller kind in every other lane.
    x = [(merge(2d0, 0d0, mod(i, 2) == 0), i = 1, n)]
    z = [(merge(3d0, merge(big, huge(big), mod(i, 4) == 1), mod(i, 2) == 0), i = 1, n)]
    k = 0
    do i = 1, last
      if (x(i) > 1) then
        y(i) = x(i) * big + z(i) - (z(i) - x(i)) * 4
        c(i) = real(z(i) * 1d10)
        k(i) = int(z(i)) + int(c(i) * 1e-10)
      end if
    end do
    if (any(k(2:last:2) /= 6)) y = -1
  end subroutine
end program
!>  T
