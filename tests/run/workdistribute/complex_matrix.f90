program complex_matrix
  implicit none
  complex :: a(4,4), b(4), s
  integer :: i
  real :: re(4)
  a = reshape([(cmplx(mod(i,5), -mod(i,3)), i=1,16)], [4,4]); b = a(:,1)
  !$omp target teams workdistribute map(tofrom: s)
  b = matmul(a, b) / 10
  s = sum(a) + product(b) + dot_product(b, a(2,:))
  a = transpose(conjg(a))
  a(:, 1:3) = a(:, 2:4) * (0., 1.)
  where (abs(a) > 3) a = a / abs(a)
  re = real(sum(a, 1)) + aimag(sum(a, 2))
  b = cshift(b, 1) + eoshift(b, 1, (1.,1.))
  b = merge(b, conjg(b), aimag(b) > 0) ** 2
  a(:,2) = pack(a(:,3), re > 0, b)
  !$omp end target teams workdistribute
  print '(8f9.4)', a, b, s, re
end program
!>   -2.0000   2.0000   0.0000   1.0000  -1.0000   0.0000  -0.4472   0.8944
!>   -0.2425   0.9701  -0.5547   0.8321   0.0000   2.0000  -1.0000   1.0000
!>   -0.2425   0.9701  -0.5547   0.8321   0.0000   2.0000  -1.0000   1.0000
!>    0.9701   0.2425   0.8321   0.5547   2.0000  -0.0000   1.0000   1.0000
!>   -7.4000  26.8800  -6.4400   9.6000  -8.1600  22.4000   8.3200   1.7400
!>   27.0582  -0.4354   2.7655   1.3868   1.2028   7.6966
