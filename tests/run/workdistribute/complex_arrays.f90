program complex_arrays
  implicit none
  integer, parameter :: n = 50
  complex(4) :: a(n)
  complex(8) :: b(n), c(n, n), s
  real(8) :: r(n)
  integer :: i, j
  a = [(cmplx(i, -i*0.5), i = 1, n)]
  b = [(cmplx(1.0d0/i, 0.25d0*i, 8), i = 1, n)]
  do j = 1, n
    c(:, j) = b * j
  end do
  !$omp target teams workdistribute map(tofrom: s)
  b = b * conjg(b) + a
  r = abs(b) + real(b) - aimag(a)
  s = sum(b) / n
  b = matmul(c, b)
  c = transpose(c) + (0.0d0, 1.0d0)
  where (abs(a) > 30.0) a = cmplx(0.0, 1.0)
  !$omp end target teams workdistribute
  print '(2f16.6)', s
  print '(2es18.8)', sum(r), abs(sum(b))
  print '(2es18.8)', c(3, 7), c(7, 3)
  print '(2f12.4)', sum(a)
end program
!>        79.188753      -12.750000
!>     8.61112572E+03    4.65790940E+07
!>     4.28571429E-01    6.25000000E+00
!>     2.33333333E+00    6.25000000E+00
!>     351.0000   -151.5000
