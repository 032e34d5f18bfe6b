program host_reads_old_sum
  integer :: a(10), i, s
  a = 1
  !$omp target enter data map(to: a)
  !$omp target teams distribute parallel do
  do i = 1, 10
    a(i) = a(i) + i
  end do
  s = sum(a)
  !$omp target exit data map(from: a)
  print *, s
end program
! finds: the host reads old values of 'a' at host_reads_old_sum.f90:9 | the target region at host_reads_old_sum.f90:5 has stored newer ones
