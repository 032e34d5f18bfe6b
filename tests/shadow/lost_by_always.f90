program lost_by_always
  integer :: a(10), i
  a = 1
  !$omp target data map(tofrom: a)
  !$omp target teams distribute parallel do
  do i = 1, 10
    a(i) = i + 3
  end do
  !$omp target teams distribute parallel do map(always, tofrom: a)
  do i = 1, 10
    a(i) = a(i) * 2
  end do
  !$omp end target data
  print *, a(3)
end program
! finds: the target region at lost_by_always.f90:5 stores in 'a' is lost: the directive at lost_by_always.f90:9 copies the host's values over it
