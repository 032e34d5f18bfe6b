program if_clause
  implicit none
  real :: a(100), b(100)
  integer :: n
  a = 1.0
  b = 2.0
  do n = 1, 2
    !$omp target teams workdistribute if(n == 2) map(tofrom: a) map(to: b) num_teams(4) thread_limit(64)
    a = a + b
    !$omp end target teams workdistribute
  end do
  !$omp target map(tofrom: a)
  !$omp teams
  !$omp workdistribute
  a = a * 2
  !$omp end workdistribute
  !$omp end teams
  !$omp end target
  !$omp teams workdistribute
  b = b + a
  !$omp end teams workdistribute
  print *, sum(a), sum(b)
end program
!>    1000.00000       1200.00000
