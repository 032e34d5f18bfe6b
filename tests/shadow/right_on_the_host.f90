program right_on_the_host
  integer :: a(10), i
  a = 1
  !$omp target data map(tofrom: a) if(.false.)
  !$omp target teams distribute parallel do
  do i = 1, 10
    a(i) = i + 5
  end do
  print *, a
  !$omp end target data
  !$omp target if(.false.)
  a = a + 1
  !$omp end target
  print *, a
end program
