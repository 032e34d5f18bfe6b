! A linked list mapped by hand, walked in a region with a private pointer.
program p
  implicit none
  type node
    integer :: v = 0
    integer, allocatable :: d(:)
    type(node), pointer :: next => null()
  end type
  type(node), pointer :: head, c
  integer :: i, s, bad
  bad = 0
  nullify(head)
  do i = 1, 10
    allocate(c)
    c%v = i
    allocate(c%d(i)); c%d = i
    c%next => head
    head => c
  end do
  c => head
  do while (associated(c))
    !$omp target enter data map(to: c)
    c => c%next
  end do
  s = 0
  !$omp target map(tofrom: s) private(c) firstprivate(head)
  c => head
  do while (associated(c))
    s = s + c%v + sum(c%d)
    c%v = c%v + 1000
    c%d = c%d + 1
    c => c%next
  end do
  !$omp end target
  if (s /= 55 + 385) bad = bad + 1
  c => head
  do while (associated(c))
    !$omp target exit data map(from: c)
    if (c%v <= 1000) bad = bad + 2
    if (any(c%d /= c%v - 1000 + 1)) bad = bad + 100
    c => c%next
  end do
  if (bad == 0) then; print '(a)', 'OK'; else; print *, 'bad', bad, s; end if
end program
!> OK
