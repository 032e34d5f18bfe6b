program device_clause
  use omp_lib
  implicit none
  real :: a(100)
  integer :: n, i
  logical :: flag
  a = 1
  n = 60
  flag = .false.
  !$omp target teams workdistribute if(n > 50)
  a = a + 1
  !$omp end target teams workdistribute
  !$omp target teams workdistribute if(flag)
  a = a * 2
  !$omp end target teams workdistribute
  !$omp target teams workdistribute device(0)
  a = a + n
  !$omp end target teams workdistribute
  !$omp target teams distribute parallel do device(0) if(target: n > 10)
  do i = 1, n
    a(i) = a(i) - i
  end do
  print '(3f10.2)', sum(a), a(1), a(100)
end program
!>    4570.00     63.00     64.00
