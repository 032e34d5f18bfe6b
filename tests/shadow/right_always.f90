program right_always
  integer :: a(10), b(10), i
  a = 5
  !$omp target data map(to: a) map(from: b)
  !$omp target data map(to: a)
  !$omp target teams distribute parallel do
  do i = 1, 10
    b(i) = a(i)
  end do
  a = 6
  !$omp target teams distribute parallel do map(always, to: a)
  do i = 1, 10
    b(i) = b(i) + a(i)
  end do
  !$omp target map(always, from: b)
  b(1) = 100
  !$omp end target
  print *, b
  !$omp end target data
  !$omp end target data
  print *, b(2)
end program
