! Jacobi iteration for the Poisson equation on an L-shaped domain: WHERE keeps the part outside fixed.
program jacobi
  implicit none
  integer, parameter :: n = 48, sweeps = 120
  real(8) :: u(n, n), f(n, n), w(n, n), delta
  logical :: inside(n, n)
  integer :: it
  inside = .false.
  inside(2:n-1, 2:n/2) = .true.
  inside(2:n/2, 2:n-1) = .true.
  f = 1.0d0 / (n * n)
  u = 0.0d0
  w = 0.0d0
  !$omp target data map(tofrom: u) map(to: f, inside, w) map(from: delta)
  do it = 1, sweeps
    !$omp target teams workdistribute map(from: delta)
    w = u
    where (inside(2:n-1, 2:n-1))
      u(2:n-1, 2:n-1) = 0.25d0 * (w(1:n-2, 2:n-1) + w(3:n, 2:n-1) + w(2:n-1, 1:n-2) + w(2:n-1, 3:n) + f(2:n-1, 2:n-1))
    elsewhere
      u(2:n-1, 2:n-1) = 0.0d0
    end where
    delta = maxval(abs(u - w))
    !$omp end target teams workdistribute
  end do
  !$omp end target data
  print '(a, es12.5)', 'largest value ', maxval(u)
  print '(a, es12.5)', 'last change   ', delta
end program jacobi
!> largest value  1.25112E-02
!> last change    9.32077E-05
