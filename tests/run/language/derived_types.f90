program derived_types
  implicit none
  type :: vec
    real :: x = 1.0, y = 2.0
  end type
  type :: node
    integer :: value = 0
    type(vec) :: pos
    type(node), pointer :: next => null()
    integer, allocatable :: items(:)
    character(len=4) :: tag = 'none'
  end type
  type(node), pointer :: head, p
  type(node) :: a, b
  type(vec) :: vs(3) = [vec(1., 2.), vec(3., 4.), vec(5., 6.)]
  type(vec), allocatable :: dyn(:)
  integer :: i
  nullify(head)
  do i = 1, 4
    allocate(p)
    p%value = i * i
    p%next => head
    head => p
  end do
  p => head
  do while (associated(p))
    print *, p%value, p%pos%x, p%tag
    p => p%next
  end do
  allocate(a%items(3))
  a%items = [7, 8, 9]
  a%tag = 'left'
  b = a
  a%items(2) = -1
  print *, b%items, b%tag, allocated(b%items), size(a%items)
  print *, sum(vs%x), maxval(vs%y)
  allocate(dyn(2:4), source=vs)
  dyn(3)%y = 0.5
  print *, dyn%y, lbound(dyn)
  vs(1:2) = vs(2:3)
  print *, vs
  do while (associated(head))
    p => head%next
    deallocate(head)
    head => p
  end do
  print *, associated(head)
end program
!>           16   1.00000000     none
!>            9   1.00000000     none
!>            4   1.00000000     none
!>            1   1.00000000     none
!>            7           8           9 left T           3
!>    9.00000000       6.00000000
!>    2.00000000      0.500000000       6.00000000               2
!>    3.00000000       4.00000000       5.00000000       6.00000000       5.00000000       6.00000000
!>  F
