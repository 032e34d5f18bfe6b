program host_reads_old_beside_a_part
  ! What ALWAYS copies to the host is not old there, but its neighbour is.
  implicit none
  integer :: a(8)
  a = 1
  !$omp target enter data map(to: a)
  !$omp target map(always, from: a(3:5))
  a(3) = 2
  a(4) = 2
  a(5) = 2
  !$omp end target
  print *, a(3)
  !$omp target map(alloc: a)
  a(6) = 2
  !$omp end target
  print *, a(4)
  print *, a(6)
  !$omp target exit data map(release: a)
end program
! finds: the host reads old values of 'a' at host_reads_old_beside_a_part.f90:17 | the target region at host_reads_old_beside_a_part.f90:13 has stored newer ones
