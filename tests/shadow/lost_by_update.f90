program lost_by_update
  integer :: a(10), i
  a = 1
  !$omp target data map(tofrom: a)
  !$omp target teams distribute parallel do
  do i = 1, 10
    a(i) = i
  end do
  !$omp target update to(a)
  !$omp end target data
  print *, a(4)
end program
! finds: the target region at lost_by_update.f90:5 stores in 'a' is lost: the directive at lost_by_update.f90:9 copies the host's values over it
