program t
  real :: x(10)
  !$omp target &
  map(x)
  x = 1
  !$omp end target
end program
