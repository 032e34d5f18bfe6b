program values_as_bounds
  implicit none
  integer :: i, n, k, m
  real :: a(0:20), b(-5:15), s
  a = [(real(i), i=0,20)]; b = a*0.5; n = 20; s = 0
  !$omp target teams workdistribute map(tofrom: a, b, s, k, m) firstprivate(n)
  k = count(a > 5)
  m = maxloc(b, dim=1)
  s = a(k) + b(m-6)
  a(k-5:k) = a(k-10:k-5)
  b(m-6:-5:-1) = b + a
  k = k/2
  a(k:0:-1) = a(k:2*k)
  m = minloc(abs(a-b), 1) - 1
  a(m:n) = s
  where (a(0:20-m) > 3) a(m:20) = a(0:20-m)
  !$omp end target teams workdistribute
  print '(7f9.3)', a, b, s
  print *, k, m
end program
!>     9.000    8.000    7.000    6.000    5.000    9.000    8.000
!>     7.000    8.000    9.000    5.000    6.000    7.000    8.000
!>     9.000    8.000    7.000    6.000    5.000    9.000    8.000
!>    30.000   28.500   27.000   25.500   24.000   17.500   16.000
!>    14.500   13.000   11.500   10.000   13.500   12.000   10.500
!>     9.000    7.500    6.000    4.500    3.000    1.500    0.000
!>    25.000
!>            7          14
