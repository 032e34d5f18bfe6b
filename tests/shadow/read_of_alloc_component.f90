program read_of_alloc_component
  type t
    integer, allocatable :: v(:)
  end type
  type(t) :: o
  integer :: s, i
  allocate (o%v(10)); o%v = 1
  s = 0
  !$omp target enter data map(alloc: o)
  !$omp target map(tofrom: s)
  do i = 1, 10
    s = s + o%v(i)
  end do
  !$omp end target
  !$omp target exit data map(delete: o)
  print *, s
end program
! finds: the target region at read_of_alloc_component.f90:10 reads 'o%v',
