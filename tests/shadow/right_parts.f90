program right_parts
  integer :: a(10), i
  a = 1
  !$omp target data map(tofrom: a(1:5))
  !$omp target teams distribute parallel do map(tofrom: a(1:5))
  do i = 1, 5
    a(i) = i + 5
  end do
  a(6:10) = a(6:10) + 1
  print *, a(6:10)
  !$omp end target data
  print *, a
end program
