! Component order begins with the components of the parent type (7.5.4.7): the first value of a constructor is that of the
! first component, also where it has the type of the parent.
program parent_component_first
  implicit none
  type :: node
    type(node), pointer :: next => null()
  end type
  type, extends(node) :: item
    integer :: n = 0
  end type
  type :: base
    class(base), allocatable :: inner
    integer :: k = 1
  end type
  type, extends(base) :: outer
    integer :: m = 2
  end type
  type(node), pointer :: p
  type(item) :: c
  type(outer) :: o
  allocate (p)
  allocate (p%next)
  c = item(p, 1)
  print *, associated(c%next, p), c%n
  c = item(node=p, n=2)
  print *, associated(c%next, p%next), c%n
  o = outer(base(k=5), 6, 7)
  print *, o%inner%k, o%k, o%m
end program
!>  T           1
!>  T           2
!>            5           6           7
