! offload: default
! Allocation on assignment where scalars of the region are operands, and where they decide a shape.
program allocate_scalars
  implicit none
  real, allocatable :: x(:), y(:), p(:), q(:,:)
  integer :: k(2), n, i
  real :: s
  real :: a(10)
  a = [(real(i), i=1,10)]
  allocate(x(10), y(3)); x = a; k = [1,2]; n = 2
  !$omp target teams workdistribute map(tofrom: k, s)
  s = sum(a)
  y = x / s
  x = a + s
  k(2) = 5
  p = a(1:k(2))
  q = spread(p, 2, k(1)+1)
  !$omp end target teams workdistribute
  print *, size(y), size(x), size(p), shape(q), sum(y), sum(x), sum(p), sum(q)
  !$omp target teams workdistribute
  k(1:1) = k(2:2) + n
  p = a(k(1):9)
  !$omp end target teams workdistribute
  print *, p
  call power
contains
  subroutine power
  real(8), allocatable :: x(:), a(:,:), y(:)
  real(8) :: lam, nrm
  integer :: n, it, i, j
  n = 30
  allocate(a(n,n), x(n), y(n))
  forall (i=1:n, j=1:n) a(i,j) = 1d0/(i+j-1)
  x = 1
  !$omp target data map(to: a) map(tofrom: x) map(alloc: y)
  do it = 1, 20
    !$omp target teams workdistribute map(tofrom: lam, nrm)
    y = matmul(a, x)
    nrm = sqrt(sum(y*y))
    lam = dot_product(x, y)/dot_product(x,x)
    x = y / nrm
    !$omp end target teams workdistribute
    if (nrm < 0) exit
  end do
  !$omp end target data
  print '(3f16.10)', lam, nrm, x(1)
  end subroutine
end program
!>           10          10           5           5           2  0.999999940       605.000000       15.0000000       30.0000000
!>    7.00000000       8.00000000       9.00000000
!>     1.9864925686    1.9864925686    0.6107689301
