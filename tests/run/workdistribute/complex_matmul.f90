program complex_matmul
  implicit none
  complex(8) :: a(12, 7), b(7, 9), c(12, 9), d(9, 12), v(7), u(12), s
  integer :: i, j
  a = reshape([((cmplx(i - 0.5d0*j, 0.1d0*i*j, 8), i = 1, 12), j = 1, 7)], [12, 7])
  b = reshape([((cmplx(0.3d0*j, i - j, 8), i = 1, 7), j = 1, 9)], [7, 9])
  v = b(:, 3)
  !$omp target teams workdistribute map(from: s)
  c = matmul(a, b)
  d = transpose(conjg(c))
  u = matmul(a, v) + c(:, 1)
  s = dot_product(u, u) + sum(d)
  c = transpose(d) * (0.0d0, 1.0d0)
  !$omp end target teams workdistribute
  print '(2f16.4)', sum(c), sum(d), sum(u), s
  print '(4f12.3)', c(2, 3), d(3, 2)
end program
!>       -1965.6000       5103.0000
!>        5103.0000       1965.6000
!>        -856.8000       1438.0800
!>      389341.4000       1965.6000
!>       -8.960     -11.200     -11.200       8.960
