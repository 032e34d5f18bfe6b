! PRESENT in motion clauses, also with mappers and iterators, of what is present.
program motion_present
  implicit none
  type t
    integer :: n = 2
    integer, allocatable :: v(:)
  end type
  !$omp declare mapper(t :: x) map(x, x%v(1:x%n))
  type(t) :: o(2)
  integer :: a(6), i, bad
  bad = 0
  a = 1
  do i = 1, 2; allocate(o(i)%v(2)); o(i)%v = i; end do
  !$omp target enter data map(to: a, o)
  a = 2
  !$omp target update to(present: a(2:3))
  !$omp target
  a(4:6) = 9
  o(2)%v(1) = 5
  !$omp end target
  !$omp target update from(present: a) from(present, iterator(k = 2:2): o(k))
  if (any(a(2:3) /= 2) .or. any(a(4:6) /= 9)) bad = bad + 1
  if (any(o(1)%v /= 1) .or. any(o(2)%v /= [5, 2])) bad = bad + 2
  !$omp target exit data map(delete: a, o)
  if (bad == 0) then; print *, 'pass'; else; print *, 'bad', bad; end if
end program
!>  pass
