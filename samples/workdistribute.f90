! The program of the design: array statements under `target teams workdistribute`.
! The first product is dead, because `z = y` overwrites it; what is left becomes two kernels.
program workdistribute
  implicit none
  integer, parameter :: n = 64
  real :: x(n, n), y(n, n), z(n, n)
  integer :: i, j
  do j = 1, n
    do i = 1, n
      x(i, j) = 0.5 + real(mod(i*7 + j*3, 11)) / 11.0
      y(i, j) = 1.0 + real(mod(i + j, 5))
    end do
  end do
  z = 0.0
  !$omp target teams workdistribute
  y(1:n/2:2, 1:n) = 0.1
  y = sqrt(y * x) * x * y
  z = matmul(x, y - 0.000002)
  z = y
  !$omp end target teams workdistribute
  print '(a, f12.4)', 'sum of y = ', sum(real(y, 8))
  print '(a, f12.4)', 'sum of z = ', sum(real(z, 8))
  if (any(z /= y)) error stop 'z differs from y'
end program workdistribute
!> sum of y =   16733.0879
!> sum of z =   16733.0879
