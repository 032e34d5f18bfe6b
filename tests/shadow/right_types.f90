program right_types
  real :: a(4,4), b(4,4), c(4,4)
  logical :: l(4)
  character(5) :: s(4)
  a = 1; b = 2; c = 0; l = .false.; s = 'x'
  !$omp target data map(to: a, b) map(tofrom: c, l, s)
  !$omp target
  c = matmul(a, b)
  l = c(:,1) > 3
  s(2) = 'hello'
  !$omp end target
  !$omp target update from(c, l, s)
  print *, sum(matmul(c, a)), all(l), s(2), maxval(c), count(l)
  !$omp end target data
end program
