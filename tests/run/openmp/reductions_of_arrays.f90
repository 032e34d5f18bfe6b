! Declared reductions whose statements are about whole arrays, and names of procedures like those of the special variables.
module whole
  implicit none
contains
  subroutine add(x, y)
    integer, intent(inout) :: x(:, :)
    integer, intent(in) :: y(:, :)
    x = x + y
  end subroutine
  function start(x, n)
    integer, intent(in) :: n, x(:)
    integer :: start(n)
    start = 0*x + 1
  end function
  subroutine join(x, y)
    integer, allocatable, intent(inout) :: x(:)
    integer, allocatable, intent(in) :: y(:)
    if (size(y) > 0) x = x + y
  end subroutine
  elemental subroutine omp_out(x, y)
    real, intent(out) :: x
    real, intent(in) :: y
    x = y
  end subroutine
end module

program reductions_of_arrays
  use whole
  implicit none
  !$omp declare reduction(plus: integer: add(omp_out, omp_in)) initializer(omp_priv = 0)
  !$omp declare reduction(times: integer: omp_out(:) = omp_out(lbound(omp_out, 1):) * omp_in) &
  !$omp& initializer(omp_priv = start(omp_orig, size(omp_priv)))
  !$omp declare reduction(longer: integer: join(omp_out, omp_in)) initializer(omp_priv = omp_orig - omp_orig)
  !$omp declare reduction(high: real: omp_out = max(omp_out, omp_in)) initializer(omp_out(omp_priv, omp_orig))
  integer :: a(2:3, 0:2), b(4), i
  integer, allocatable :: c(:)
  real :: r(3)
  a = 1
  b = 2
  allocate(c(5:7))
  c = 10
  r = [1.0, 50.0, 200.0]
  !$omp parallel do reduction(plus: a) reduction(times: b) reduction(longer: c) reduction(high: r) num_threads(3)
  do i = 1, 12
    a(2, :) = a(2, :) + i
    a(3, 1) = a(3, 1) + 1
    if (i <= 3) b(i:) = b(i:)*2
    c(5:6) = c(5:6) + i
    r = max(r, 10.0*i)
  end do
  print *, a
  print *, b
  print *, lbound(c), c
  print *, nint(r)
end program
!>           79           1          79          13          79           1
!>            4           8          16          16
!>            5          88          88          10
!>          120         120         200
