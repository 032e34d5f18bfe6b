program t
  real :: x(10)
  !$omp target teams workdistribute map(tofrom: x) schedule(static)
  x = 1
  !$omp end target teams workdistribute
end program
