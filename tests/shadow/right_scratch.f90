program right_scratch
  integer :: a(10), b(10), i
  a = 1; b = 0
  !$omp target data map(alloc: a) map(tofrom: b)
  !$omp target teams distribute parallel do
  do i = 1, 10
    a(i) = i + 5
    b(i) = a(i)
  end do
  a = 3
  print *, sum(a)
  !$omp target teams distribute parallel do
  do i = 1, 10
    b(i) = b(i) + a(i)
  end do
  !$omp end target data
  print *, b
end program
