program host_reads_old_component
  type t
    real, allocatable :: v(:)
  end type
  type(t) :: o
  allocate (o%v(4))
  o%v = 1
  !$omp target data map(tofrom: o)
  !$omp target
  o%v(2) = 5
  !$omp end target
  if (o%v(2) /= 5) print *, 'old'
  !$omp end target data
end program
! finds: the host reads old values of 'o%v' at host_reads_old_component.f90:12 | the target region at host_reads_old_component.f90:9 has stored newer ones
