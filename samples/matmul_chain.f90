! A chain of products with transposed operands and an elementwise epilogue.
program matmul_chain
  implicit none
  integer, parameter :: n = 70, k = 45, m = 31
  real :: a(n, k), b(m, k), c(n, m), d(m, m), bias
  integer :: i, j
  do j = 1, k
    do i = 1, n
      a(i, j) = real(mod(i * 3 + j, 17)) / 17.0 - 0.4
    end do
    do i = 1, m
      b(i, j) = real(mod(i + j * 5, 13)) / 13.0 - 0.5
    end do
  end do
  bias = 0.125
  !$omp target teams workdistribute map(to: a, b) map(from: c, d)
  c = max(matmul(a, transpose(b)) + bias, 0.0)
  d = matmul(transpose(c), c * 0.5)
  !$omp end target teams workdistribute
  print '(a, f12.3)', 'sum of c   ', sum(real(c, 8))
  print '(a, f12.3)', 'sum of d   ', sum(real(d, 8))
  print '(a, f12.4)', 'trace of d ', sum([(d(i, i), i = 1, m)])
end program matmul_chain
!> sum of c        249.626
!> sum of d        485.765
!> trace of d      38.2002
