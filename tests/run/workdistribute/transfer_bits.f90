! TRANSFER between numbers of one size.
program transfer_bits
  implicit none
  integer :: i(8), k, m
  real :: r(8), q(8)
  integer(8) :: l(4)
  real(8) :: d(4), e(4), g(2,2)
  r = [(1.5*k, k=1,8)]; d = [(k*0.1d0, k=1,4)]; m = 7
  !$omp target teams workdistribute map(tofrom: m)
  i = transfer(r, i)
  q = transfer(i + ishft(1, 23), q)
  l = transfer(d, l)
  e = transfer(ieor(l(4:1:-1), ishft(1_8, 63)), e)
  m = transfer(r(3), m) - transfer(1.0, 1)
  g(:,1) = transfer(iand(transfer(d(1:2)*3, l), not(255_8)), d)
  where (transfer(e, l) < 0) e = e * 2
  !$omp end target teams workdistribute
  print *, i, m
  print *, l
  print *, q, e
  print *, g(:,1)
end program
!>   1069547520  1077936128  1083179008  1086324736  1089470464  1091567616  1093140480  1094713344    17825792
!>   4591870180066957722  4596373779694328218  4599075939470750516  4600877379321698714
!>    3.00000000       6.00000000       9.00000000       12.0000000       15.0000000       18.0000000       21.0000000       24.0000000     -0.80000000000000004      -0.60000000000000009      -0.40000000000000002      -0.20000000000000001
!>   0.29999999999999716       0.59999999999999432
