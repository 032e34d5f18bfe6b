program old_component
  type t
    integer, allocatable :: v(:)
    integer :: n = 2
  end type
  type(t) :: o
  integer :: s, i
  allocate (o%v(10)); o%v = 1
  s = 0
  !$omp target enter data map(to: o)
  o%v = 5
  !$omp target map(tofrom: s)
  do i = 1, 10
    s = s + o%v(i)
  end do
  !$omp end target
  !$omp target exit data map(delete: o)
  print *, s
end program
! finds: the target region at old_component.f90:12 reads 'o%v' on
