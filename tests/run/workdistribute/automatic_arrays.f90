module m
  implicit none
contains
  subroutine smooth(n, x, lo, y)
    integer, intent(in) :: n, lo
    real(8), intent(inout) :: x(lo:), y(n, *)
    real(8) :: t(n), s(2*n + 1, 2)
    integer :: hi
    hi = lo + n - 1
    !$omp target teams workdistribute map(alloc: t, s) map(tofrom: y(1:n, 1:3))
    t = x(lo:hi)
    s(:n, 1) = t * 2
    s(n+1:2*n, 1) = t(n:1:-1)
    s(2*n + 1, 1) = 5
    s(:, 2) = s(:, 1) + 1
    x(lo+1:hi-1) = (t(1:n-2) + t(2:n-1) + t(3:n)) / 3
    y(:, 2) = y(:, 1) + s(1:n, 2)
    y(1:n, 3) = sum(s(:, 2)) + x(lo)
    !$omp end target teams workdistribute
  end subroutine
  function scaled(a, f) result(r)
    real(8), intent(in) :: a(:, :), f
    real(8) :: r(size(a, 1), size(a, 2))
    !$omp target teams workdistribute
    r = a * f + sum(a)
    !$omp end target teams workdistribute
  end function
end module
program automatic_arrays
  use m
  implicit none
  real(8) :: x(50), y(25, 4), z(25, 4)
  integer :: i
  x = [(i*i*0.1d0, i = 1, 50)]
  y = 1
  call smooth(25, x(1:50:2), -3, y)
  print '(4f14.5)', sum(x), x(3), sum(y(:, 2)), y(4, 3)
  z = scaled(y, 2d0)
  z(1:5, :) = scaled(z(2:10:2, :), 0.5d0)
  print '(3f16.4)', sum(z), z(3, 2)
end program
!>     4298.63333       1.16667    4215.00000    6303.60000
!>    80868849.0000    3381435.7000
