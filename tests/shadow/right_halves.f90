program right_halves
  integer :: a(10), i
  a = 1
  !$omp target data map(tofrom: a)
  !$omp target teams distribute parallel do
  do i = 1, 5
    a(i) = i + 5
  end do
  print *, a(6:10), sum(a(6:))
  !$omp target update from(a(1:5))
  print *, a
  !$omp end target data
end program
