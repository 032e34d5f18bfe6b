! Linked structures whose nodes are allocated and freed: by local pointers, with STAT=, through several types.
module chains
  implicit none
  type node
    integer :: key
    type(node), pointer :: next
  end type
  type cell
    integer :: key
    type(cell), allocatable :: next
  end type
  type leaf
    real(8) :: x(40)
    class(leaf), pointer :: other => null()
  end type
contains
  subroutine push(head, key)
    type(node), pointer, intent(inout) :: head
    integer, intent(in) :: key
    type(node), pointer :: new
    allocate (new)
    new%key = key
    new%next => head
    head => new
  end subroutine
  integer function pop(head) result(key)
    type(node), pointer, intent(inout) :: head
    type(node), pointer :: first
    integer :: status
    key = -1
    first => head
    if (associated(head)) then
      head => head%next
      key = first%key
    end if
    deallocate (first, stat=status)
    if (status /= 0) key = -status
    if (associated(first)) key = -99
  end function
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
end module
program main
  use chains
  implicit none
  type(node), pointer :: head, p
  type(cell), allocatable :: top, rest
  type(leaf), pointer :: a, b
  class(leaf), pointer :: c
  integer :: i, rep, s, status
  integer, pointer :: number
  nullify (head)
  s = 0
  do rep = 1, 3
    do i = 1, 1000
      call push(head, i)
    end do
    call reverse(head)
    print *, head%key, head%next%key, head%next%next%key
    do i = 1, 1000
      s = ieor(s, pop(head) * i)
    end do
    print *, s, associated(head), pop(head)
  end do
  do i = 1, 50
    allocate (rest)
    rest%key = i
    call move_alloc(top, rest%next)
    call move_alloc(rest, top)
  end do
  print *, top%key, top%next%key, top%next%next%key, allocated(rest)
  rest = top%next
  top%next%key = 7
  print *, rest%key, top%next%key, allocated(rest%next)
  deallocate (top)
  allocate (rest, stat=status)
  print *, status /= 0, rest%key
  allocate (a, b, stat=status)
  a%x = 1
  b%x = 2
  a%other => b
  print *, status, associated(b%other), sum(a%other%x)
  c => a%other
  deallocate (c)
  a%other => null()
  deallocate (a)
  allocate (number)
  number = 5
  nullify (p)
  deallocate (p, stat=status)
  print *, status, number
  deallocate (number)
  ! Threads free what others have allocated.
  do rep = 1, 3
    nullify (head)
    do i = 1, 2000
      call push(head, i)
    end do
    s = 0
    !$omp parallel private(p) num_threads(4)
    do
      !$omp critical
      p => head
      if (associated(head)) then
        head => head%next
        s = s + p%key
      end if
      !$omp end critical
      if (.not. associated(p)) exit
      deallocate (p)
    end do
    !$omp end parallel
    print *, s
  end do
end program
!>            1           2           3
!>       332752 F          -1
!>            1           2           3
!>            0 F          -1
!>            1           2           3
!>       332752 F          -1
!>           50          49          48 F
!>           49           7 T
!>  T          49
!>            0 F   80.000000000000000
!>            1           5
!>      2001000
!>      2001000
!>      2001000
