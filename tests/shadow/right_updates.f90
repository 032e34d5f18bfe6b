program right_updates
  integer :: a(10), i
  a = 1
  !$omp target data map(tofrom: a)
  !$omp target teams distribute parallel do
  do i = 1, 10
    a(i) = i + 5
  end do
  !$omp target update from(a)
  print *, a(3), sum(a)
  a(2) = 9
  !$omp target update to(a(2))
  !$omp target teams distribute parallel do
  do i = 1, 10
    a(i) = a(i) + 5
  end do
  !$omp end target data
  print *, a
end program
