program right_host_statement
  integer :: a(10), i
  a = 1
  !$omp target data map(tofrom: a)
  !$omp target
  do i = 1, 10
    a(i) = a(i) + i
  end do
  print *, a
  do i = 1, 10
    a(i) = a(i) + i
  end do
  !$omp end target
  !$omp end target data
  print *, a
end program
