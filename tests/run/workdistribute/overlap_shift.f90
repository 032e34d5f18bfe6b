program overlap_shift
  implicit none
  integer, parameter :: n = 200
  real(8) :: a(n), b(n)
  integer :: i, k, m
  a = [(real(i, 8), i = 1, n)]
  b = a
  k = 3
  m = n - k
  !$omp target teams workdistribute
  a(1+k:n) = a(1:m)
  b(1:m) = b(1+k:n)
  a(n:1:-1) = a
  b(2:n) = b(1:n-1) + b(2:n)
  !$omp end target teams workdistribute
  print '(6f8.1)', a(1:3), a(n-2:n), b(1:3), b(n-2:n)
  print '(2f12.1)', sum(a), sum(b)
end program
!>    197.0   196.0   195.0     3.0     2.0     1.0
!>      4.0     9.0    11.0   398.0   397.0   399.0
!>      19509.0     41182.0
