program t
  real :: x(10)
  !$omp target teams workdistribute
  x = 1
  !$omp end target
end program
