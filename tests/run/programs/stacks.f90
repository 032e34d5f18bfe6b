! Stacks that grow: local arrays that only some calls allocate, in procedures that take the place of their calls.
module stacks
  implicit none
  type stack
    integer :: n = 0
    integer, allocatable :: d(:)
  contains
    procedure :: push, pop
  end type
  integer :: grown = 0
contains
  subroutine push(s, x)
    class(stack), intent(inout) :: s
    integer, intent(in) :: x
    integer, allocatable :: t(:)
    if (.not. allocated(s%d)) allocate (s%d(2))
    if (s%n >= size(s%d)) then
      allocate (t(2 * size(s%d)))
      t(1:s%n) = s%d(1:s%n)
      call move_alloc(t, s%d)
      grown = grown + 1
    end if
    s%n = s%n + 1
    s%d(s%n) = x
  end subroutine
  integer function pop(s) result(x)
    class(stack), intent(inout) :: s
    x = s%d(s%n)
    s%n = s%n - 1
  end function
  ! What is left at the end is freed; what was allocated before a jump too.
  integer function sums(n, early) result(r)
    integer, intent(in) :: n
    logical, intent(in) :: early
    real, allocatable :: a(:), b(:)
    r = 0
    if (n > 3) then
      allocate (a(n))
      a = 1
      if (early) return
      r = int(sum(a))
    else if (n > 1) then
      allocate (b, source=[1., 2., 3.])
      r = -int(sum(b))
    end if
    if (allocated(a)) r = r + 100
    if (allocated(b)) r = r - 100
  end function
  subroutine twice(n, r)
    integer, intent(in) :: n
    integer, intent(out) :: r
    integer, allocatable :: w(:)
    integer :: i
    r = 0
    do i = 1, n
      if (allocated(w)) then
        r = r + size(w)
        deallocate (w)
      else
        allocate (w(i))
      end if
    end do
  end subroutine
end module
program main
  use stacks
  implicit none
  type(stack) :: s
  class(stack), allocatable :: c
  integer :: i, r, x
  do i = 1, 1000
    call s%push(i * i)
  end do
  x = 0
  do i = 1, 998
    x = ieor(x, s%pop())
  end do
  print *, s%n, s%d(1:2), x, grown, size(s%d)
  allocate (c)
  do i = 1, 5
    call c%push(-i)
  end do
  print *, c%d(1:c%n), c%pop(), c%n
  print *, (sums(i, .false.), i=0, 5), sums(5, .true.)
  call twice(9, r)
  print *, r
end program
!>            2           1           4      332757           9        1024
!>           -1          -2          -3          -4          -5          -5           4
!>            0           0        -106        -106         104         105           0
!>           16
