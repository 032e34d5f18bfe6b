! Power iteration: the norm is computed and used on the device, without a wait in between.
program power_iteration
  implicit none
  integer, parameter :: n = 100
  real(8) :: a(n, n), x(n), y(n), s, lambda
  integer :: i, j, it
  do j = 1, n
    do i = 1, n
      a(i, j) = 1.0d0 / (abs(i - j) + 1)
    end do
  end do
  x = 1.0d0
  lambda = 0.0d0
  !$omp target data map(to: a) map(tofrom: x) map(alloc: y)
  do it = 1, 50
    !$omp target teams workdistribute map(from: lambda)
    y = matmul(a, x)
    s = sqrt(sum(y * y))
    lambda = dot_product(x, y)
    x = y / s
    !$omp end target teams workdistribute
  end do
  !$omp end target data
  print '(a, f14.8)', 'largest eigenvalue ', lambda
  print '(a, f14.8)', 'norm of the vector ', sqrt(sum(x * x))
end program power_iteration
!> largest eigenvalue     7.58855395
!> norm of the vector     1.00000000
