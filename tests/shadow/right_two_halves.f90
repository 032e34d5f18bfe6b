program right_two_halves
  integer :: a(1000), i
  a = 1
  !$omp target data map(tofrom: a)
  !$omp target teams distribute parallel do nowait
  do i = 1, 500
    a(i) = a(i) + 1
  end do
  !$omp target teams distribute parallel do nowait
  do i = 501, 1000
    a(i) = a(i) * 2
  end do
  !$omp taskwait
  !$omp target update from(a)
  print *, sum(a)
  !$omp end target data
end program
