! Lists and trees by pointers and by allocatable components that hold their own type.
module list_mod
  implicit none
  type node
    integer :: key
    real :: val
    type(node), pointer :: next => null()
  end type
  type list
    type(node), pointer :: head => null(), tail => null()
    integer :: n = 0
  end type
  type tree
    integer :: key
    type(tree), pointer :: l => null(), r => null()
  end type
  type atree
    integer :: key
    type(atree), allocatable :: l, r
  end type
  abstract interface
    subroutine visitor(k)
      integer, intent(in) :: k
    end subroutine
  end interface
contains
  subroutine push(l, k, v)
    type(list), intent(inout) :: l
    integer, intent(in) :: k
    real, intent(in) :: v
    type(node), pointer :: p
    allocate(p)
    p%key = k; p%val = v
    if (associated(l%tail)) then
      l%tail%next => p
    else
      l%head => p
    end if
    l%tail => p
    l%n = l%n + 1
  end subroutine
  subroutine reverse(l)
    type(list), intent(inout) :: l
    type(node), pointer :: p, prev, nx
    prev => null(); p => l%head; l%tail => l%head
    do while (associated(p))
      nx => p%next
      p%next => prev
      prev => p
      p => nx
    end do
    l%head => prev
  end subroutine
  subroutine free(l)
    type(list), intent(inout) :: l
    type(node), pointer :: p, q
    p => l%head
    do while (associated(p))
      q => p%next; deallocate(p); p => q
    end do
    nullify(l%head, l%tail); l%n = 0
  end subroutine
  recursive subroutine insert(t, k)
    type(tree), pointer :: t
    integer, intent(in) :: k
    if (.not. associated(t)) then
      allocate(t); t%key = k
    else if (k < t%key) then
      call insert(t%l, k)
    else if (k > t%key) then
      call insert(t%r, k)
    end if
  end subroutine
  recursive subroutine walk(t, f)
    type(tree), pointer, intent(in) :: t
    procedure(visitor) :: f
    if (.not. associated(t)) return
    call walk(t%l, f)
    call f(t%key)
    call walk(t%r, f)
  end subroutine
  recursive integer function depth(t) result(d)
    type(tree), pointer, intent(in) :: t
    d = 0
    if (associated(t)) d = 1 + max(depth(t%l), depth(t%r))
  end function
  recursive subroutine ainsert(t, k)
    type(atree), allocatable, intent(inout) :: t
    integer, intent(in) :: k
    if (.not. allocated(t)) then
      allocate(t); t%key = k
    else if (k < t%key) then
      call ainsert(t%l, k)
    else
      call ainsert(t%r, k)
    end if
  end subroutine
  recursive function asum(t) result(s)
    type(atree), allocatable, intent(in) :: t
    integer :: s
    s = 0
    if (.not. allocated(t)) return
    s = t%key + asum(t%l) + asum(t%r)
  end function
end module
module vis
  integer, save :: acc = 0
  integer, allocatable, save :: seen(:)
contains
  subroutine addup(k)
    integer, intent(in) :: k
    acc = acc + k
    if (.not. allocated(seen)) allocate(seen(0))
    seen = [seen, k]
  end subroutine
end module
program main
  use list_mod
  use vis, only: addup, total => acc, seen
  implicit none
  type(list) :: l
  type(node), pointer :: p
  type(tree), pointer :: t
  type(atree), allocatable :: at, bt
  integer :: i, keys(9) = [5, 2, 8, 1, 9, 3, 7, 4, 6]
  do i = 1, 5
    call push(l, i, real(i)**2)
  end do
  call reverse(l)
  p => l%head
  do while (associated(p))
    write (*, '(i0,":",f0.1,1x)', advance='no') p%key, p%val
    p => p%next
  end do
  print *
  print *, l%n
  call free(l)
  print *, associated(l%head), l%n
  nullify(t)
  do i = 1, 9
    call insert(t, keys(i))
    call ainsert(at, keys(i))
  end do
  call walk(t, addup)
  print *, total, seen, depth(t)
  print *, asum(at)
  bt = at
  deallocate(at%l)
  print *, asum(at), asum(bt)
  call move_alloc(bt, at)
  print *, asum(at), allocated(bt)
end program
!> 5:25.0 4:16.0 3:9.0 2:4.0 1:1.0
!>            5
!>  F           0
!>           45           1           2           3           4           5           6           7           8           9           4
!>           45
!>           35          45
!>           45 F
