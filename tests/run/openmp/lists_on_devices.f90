! A list of which every node is entered.
! offload: default
program lists_on_devices
  use omp_lib
  implicit none
  type node
    integer :: v = 0
    type(node), pointer :: next => null()
  end type
  type(node), pointer :: head, p
  integer :: i, bad, total
  bad = 0
  nullify(head)
  do i = 1, 5
    allocate(p)
    p%v = i
    p%next => head
    head => p
  end do
  ! enter every node
  p => head
  do while (associated(p))
    !$omp target enter data map(to: p)
    p => p%next
  end do
  total = 0
  !$omp target map(tofrom: total) private(p)
  p => head
  do while (associated(p))
    total = total + p%v
    p%v = p%v * 10
    p => p%next
  end do
  !$omp end target
  if (total /= 15) then; print *, 'total', total; bad = bad + 1; end if
  p => head
  do while (associated(p))
    !$omp target exit data map(from: p)
    p => p%next
  end do
  p => head
  do i = 5, 1, -1
    if (p%v /= i * 10) then; print *, 'v', i, p%v; bad = bad + 1; end if
    p => p%next
  end do
  if (bad == 0) print *, 'pass'
end program
!>  pass
