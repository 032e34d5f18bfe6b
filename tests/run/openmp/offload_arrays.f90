! options: -foffload-arrays
! Array statements outside of directives: large ones go to a device, with their data or where it is.
program offload_arrays
  implicit none
  integer, parameter :: n = 70000
  real :: a(n), b(n), s
  real, allocatable :: c(:), d(:)
  integer :: small(10), i
  a = 1.5
  b = a + 2
  s = sum(a * b)
  b(2:n - 1) = a(3:n) + a(:n - 2)
  small = [(i, i = 1, 10)]
  small = small * 2
  c = a + b
  d = c(::2)
  d = 2 * d
  print '(3f12.1)', s, b(1), b(2)
  print '(2i4,2f8.1,i8)', small(1), small(10), c(n), d(2), size(d)
  !$omp target data map(tofrom: a, b)
  a = b
  b = a * 2
  a(1:3) = 0
  !$omp target
  b = b + 1
  !$omp end target
  !$omp end target data
  print '(3f8.1)', a(1), b(1), b(2)
  call assumed(a(::7), b)
  print '(2f12.1)', a(1), b(n)
  call shift(a, 1)
  print '(f12.1)', a(n)
contains
  subroutine assumed(x, y)
    real, intent(inout) :: x(:)
    real, intent(inout) :: y(:)
    x = x + 1
    y = y + sum(x)
    y = abs(y) + merge(1.0, 2.0, y > 0)
  end subroutine
  subroutine shift(x, k)
    real, intent(inout) :: x(*)
    integer, intent(in) :: k
    x(1:n - k) = x(1 + k:n)
    x(n) = 42
  end subroutine
end program
!>     367500.0         3.5         3.0
!>    2  20     5.0     9.0   35000
!>      0.0     8.0     7.0
!>          1.0     40006.0
!>         42.0
