! Explicit heat equation on a square plate; the arrays stay on the device for all time steps.
program heat
  implicit none
  integer, parameter :: n = 96, steps = 60
  real(8), parameter :: c = 0.2d0
  real(8) :: u(0:n+1, 0:n+1), v(n, n)
  integer :: it
  u = 0.0d0
  u(0, :) = 100.0d0
  u(:, n+1) = 50.0d0
  !$omp target data map(tofrom: u) map(alloc: v)
  do it = 1, steps
    !$omp target teams workdistribute
    v = u(1:n, 1:n) + c * (u(0:n-1, 1:n) + u(2:n+1, 1:n) + u(1:n, 0:n-1) + u(1:n, 2:n+1) - 4.0d0 * u(1:n, 1:n))
    u(1:n, 1:n) = v
    !$omp end target teams workdistribute
  end do
  !$omp end target data
  print '(a, f14.6)', 'mean temperature ', sum(u(1:n, 1:n)) / (n * n)
  print '(a, f14.6)', 'near the edge    ', u(1, n/2)
end program heat
!> mean temperature       5.179444
!> near the edge         83.897044
