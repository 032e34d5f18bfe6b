program t
  real :: x(10)
  !$omp target map(tofrm: x)
  x = 1
  !$omp end target
end program
