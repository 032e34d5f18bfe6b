program zero_size
  implicit none
  real :: a(0), b(10), s, mx
  integer :: n, k, i
  logical :: l
  real, allocatable :: c(:, :)
  n = 0
  b = [(real(i), i = 1, 10)]
  allocate(c(0, 5))
  !$omp target teams workdistribute map(tofrom: s, mx, l, k)
  a = 1.0
  b(5:4) = 3.0
  b(n+1:n) = b(1:n)
  c = 2.0
  s = sum(a) + sum(b(1:n))
  mx = maxval(b(3:2))
  l = all(a > 1.0)
  k = count(c > 0)
  b(n+1:n+2) = b(3:4) * 2
  !$omp end target teams workdistribute
  print *, s, mx == -huge(mx), l, k
  print '(10f5.1)', b
end program
!>    0.00000000     T T           0
!>   6.0  8.0  3.0  4.0  5.0  6.0  7.0  8.0  9.0 10.0
