program host_reads_old_scalar
  integer :: n
  n = 1
  !$omp target data map(tofrom: n)
  !$omp target map(tofrom: n)
  n = n + 1
  !$omp end target
  do while (n < 2)
    n = n + 5
  end do
  !$omp end target data
  print *, n
end program
! finds: the host reads old values of 'n' at host_reads_old_scalar.f90:8 | the target region at host_reads_old_scalar.f90:5 has stored newer ones
! finds: the host reads old values of 'n' at host_reads_old_scalar.f90:9 | the target region at host_reads_old_scalar.f90:5 has stored newer ones
