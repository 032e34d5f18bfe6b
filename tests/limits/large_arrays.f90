program big
  implicit none
  integer :: i, n
  real, allocatable :: x(:), y(:)
  real :: s
  n = 300000
  allocate(x(n), y(n))
  x = [(real(mod(i,7)), i=1,n)]
  y = 0
!$omp target teams workdistribute
  y = 2*x + 1
!$omp end target teams workdistribute
  print *, sum(y)
!$omp target data map(tofrom: x) map(from: y)
!$omp target teams workdistribute
  y(1:1000) = x(n:n-999:-1)
  x = cshift(x, 3)
!$omp end target teams workdistribute
!$omp target update from(y)
  print *, sum(y(1:1000))
!$omp target teams workdistribute map(tofrom:s)
  s = sum(x(1:100))
!$omp end target teams workdistribute
  print *, s
!$omp end target data
  print *, sum(x), sum(y(1:1000))
end program
