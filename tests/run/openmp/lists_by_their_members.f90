! Maps of pointer components along a list.
program lists_by_their_members
  use omp_lib
  implicit none
  type node
    integer :: v = 0
    type(node), pointer :: next => null()
  end type
  type(node), target :: a, b, c
  integer :: bad
  bad = 0
  a%v = 1; b%v = 2; c%v = 3
  a%next => b; b%next => c
  !$omp target map(tofrom: a, a%next, a%next%next)
  a%v = a%next%v + a%next%next%v
  a%next%next%v = 30
  a%next%v = a%next%next%v - 1
  !$omp end target
  if (a%v /= 5 .or. b%v /= 29 .or. c%v /= 30) then; print *, a%v, b%v, c%v; bad = bad + 1; end if
  if (.not. associated(a%next, b) .or. .not. associated(b%next, c) .or. associated(c%next)) bad = bad + 1
  !$omp target enter data map(to: a, b, c)
  !$omp target
  a%next%next%v = 100
  a%next%v = 200
  !$omp end target
  !$omp target exit data map(from: a, b, c)
  if (b%v /= 200 .or. c%v /= 100) then; print *, 'enter', a%v, b%v, c%v; bad = bad + 1; end if
  if (.not. associated(a%next, b) .or. .not. associated(b%next, c) .or. associated(c%next)) bad = bad + 1
  if (bad == 0) print *, 'pass'
end program
!>  pass
