program host_reads_old
  integer :: a(10), i
  a = 1
  !$omp target data map(tofrom: a)
  !$omp target teams distribute parallel do
  do i = 1, 10
    a(i) = i
  end do
  print *, a(3)
  !$omp end target data
  print *, a(1)
end program
! finds: the host reads old values of 'a' at host_reads_old.f90:9 | the target region at host_reads_old.f90:5 has stored newer ones
