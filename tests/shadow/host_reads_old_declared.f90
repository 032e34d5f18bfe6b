module host_reads_old_declared_data
  integer :: g(10) = 1
  !$omp declare target (g)
end module
program host_reads_old_declared
  use host_reads_old_declared_data
  integer :: i
  !$omp target teams distribute parallel do
  do i = 1, 10
    g(i) = i
  end do
  print *, g(4)
end program
! finds: the host reads old values of 'g' at host_reads_old_declared.f90:12 | the target region at host_reads_old_declared.f90:8 has stored newer ones
