! A linked list: insertion in order, reversal, sums, removal.
module lists
  implicit none
  type node
    integer :: key
    type(node), pointer :: next => null()
  end type
contains
  subroutine insert(head, key)
    type(node), pointer, intent(inout) :: head
    integer, intent(in) :: key
    type(node), pointer :: new, at
    allocate (new)
    new%key = key
    if (.not. associated(head)) then
      head => new
      return
    end if
    if (key <= head%key) then
      new%next => head
      head => new
      return
    end if
    at => head
    do while (associated(at%next))
      if (at%next%key >= key) exit
      at => at%next
    end do
    new%next => at%next
    at%next => new
  end subroutine
  subroutine reverse(head)
    type(node), pointer, intent(inout) :: head
    type(node), pointer :: before, at, next
    nullify (before)
    at => head
    do while (associated(at))
      next => at%next
      at%next => before
      before => at
      at => next
    end do
    head => before
  end subroutine
  function total(head) result(s)
    type(node), pointer, intent(in) :: head
    integer(8) :: s
    type(node), pointer :: at
    s = 0
    at => head
    do while (associated(at))
      s = s + at%key
      at => at%next
    end do
  end function
end module
program main
  use lists
  implicit none
  type(node), pointer :: head, at
  integer :: i, rep, seed
  integer(8) :: s
  real(8) :: t0, t1
  nullify (head)
  s = 0
  seed = 1
  call cpu_time(t0)
  do rep = 1, 20
    do i = 1, 1500
      seed = mod(seed * 421 + 1663, 7875)
      call insert(head, seed)
    end do
    do i = 1, 200
      call reverse(head)
      s = s + total(head)
    end do
    do while (associated(head))
      at => head%next
      deallocate (head)
      head => at
    end do
  end do
  call cpu_time(t1)
  print *, 'sum', s
  print '(f12.6)', t1 - t0
end program
