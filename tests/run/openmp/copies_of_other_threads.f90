! Values that one thread gives to the variables of the others: of every kind, and where each thread has strides of its own.
! stripped: no
module of_threads
  implicit none
  type :: part
    integer :: n = 1
    integer, allocatable :: a(:)
  end type
  integer :: plain = 1, list(3) = [1, 2, 3]
  integer, allocatable :: grown(:)
  type(part) :: object
  character(4) :: text = 'none'
  !$omp threadprivate(plain, list, grown, object, text)
contains
  ! Orphaned: the variables of each thread are those of its call.
  subroutine given(x, s, o, p)
    integer, intent(inout) :: x(:)
    character(*), intent(inout) :: s
    type(part), intent(inout) :: o
    integer, pointer, intent(inout) :: p
    !$omp single
    x = [10, 20, 30]
    s = 'given'
    o%n = 7
    o%a = [70, 71]
    allocate (p)
    p = 99
    !$omp end single copyprivate(x, s, o, p)
  end subroutine
end module

program copies_of_other_threads
  use of_threads
  implicit none
  integer :: good, wide(6), narrow(3), k
  character(5) :: s
  type(part) :: o
  integer, pointer :: p
  plain = 5; list = [4, 5, 6]; grown = [1, 2, 3, 4]; text = 'here'
  object%n = 3; object%a = [8, 9]
  good = 0
  !$omp parallel copyin(plain, list, grown, object, text) reduction(+: good)
  if (plain == 5 .and. all(list == [4, 5, 6])) good = good + 1
  if (size(grown) == 4 .and. sum(grown) == 10) good = good + 10
  if (object%n == 3 .and. all(object%a == [8, 9])) good = good + 100
  if (text == 'here') good = good + 1000
  plain = 0
  !$omp end parallel
  print *, good/2, mod(good, 2)
  good = 0
  !$omp parallel private(wide, narrow, s, o, p, k) reduction(+: good)
  wide = -1; narrow = -1; s = '-'
  k = 0
  !$omp critical
  plain = plain + 1
  !$omp end critical
  !$omp sections
  !$omp section
  k = 1
  !$omp end sections
  if (k == 1) then
    call given(wide(::2), s, o, p)
    if (all(wide == [10, -1, 20, -1, 30, -1])) good = good + 1
  else
    call given(narrow, s, o, p)
    if (all(narrow == [10, 20, 30])) good = good + 1
  end if
  if (s == 'given' .and. o%n == 7 .and. all(o%a == [70, 71])) good = good + 10
  if (p == 99) good = good + 100
  !$omp end parallel
  print *, good
end program
!>         1111           0
!>          222
