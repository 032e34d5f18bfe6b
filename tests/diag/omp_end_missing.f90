program t
  real :: x(10)
  !$omp target teams workdistribute
  x = 1
end program
