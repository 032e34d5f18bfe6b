! Memory of an allocatable is released behind the loops that use it, also where a reduction of the same extent follows, which
! could be one pass with them.
module global_one
  implicit none
  integer, allocatable :: gt(:)
end module
program released_behind_its_loops
  use global_one
  implicit none
  integer :: s, k
  integer, allocatable :: a(:)
  allocate (a(1000))
  a = 3
  do k = 1, 5
    block
      integer, allocatable :: t(:)
      allocate (t(1000))
      t = a
      a = t + 2
    end block
    s = sum(a)
  end do
  print *, s, a(1), a(1000)
  do k = 1, 5
    allocate (gt(1000))
    gt = a
    a = gt + 2
    if (allocated(gt)) deallocate (gt)
    s = sum(a)
  end do
  print *, s, a(1), a(1000), allocated(gt)
  do k = 1, 5
    call inner(a, s)
  end do
  print *, s, a(1), a(1000)
  do k = 1, 3
    call by_pointer(a, s)
  end do
  print *, s, a(1), a(1000)
contains
  subroutine inner(x, total)
    integer, intent(inout) :: x(:)
    integer, intent(out) :: total
    real, allocatable :: t(:)
    allocate (t(size(x)))
    t = x
    x = int(t) + 2
    if (allocated(t)) deallocate (t)
    total = sum(x)
  end subroutine
  subroutine by_pointer(x, total)
    integer, intent(inout) :: x(:)
    integer, intent(out) :: total
    integer, pointer :: p(:)
    allocate (p(size(x)))
    p = x
    x = p + 2
    if (associated(p)) deallocate (p)
    total = sum(x)
  end subroutine
end program
!>        13000          13          13
!>        23000          23          23 F
!>        33000          33          33
!>        39000          39          39
