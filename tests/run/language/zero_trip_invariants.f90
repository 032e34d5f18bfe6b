! What a loop that runs no iteration would read or compute is neither read nor computed before it: the descriptor of an
! absent allocatable dummy, components of what a pointer does not refer to, zero to a negative power.
module kinds_of_nothing
  implicit none
  type row
    integer, allocatable :: b(:)
  end type
  type table
    type(row), allocatable :: rows(:)
  end type
contains
  subroutine absent(n, x, r)
    integer, intent(in) :: n
    integer, allocatable, intent(in), optional :: x(:)
    integer, intent(inout) :: r
    integer :: i
    do i = 1, n
      r = r + x(i)
    end do
  end subroutine
  subroutine not_allocated(n, k, t, r)
    integer, intent(in) :: n, k
    type(table), intent(in) :: t
    integer, intent(inout) :: r
    integer :: i
    do i = 1, n
      r = r + t%rows(k)%b(i)
    end do
  end subroutine
  subroutine powers(n, z, r)
    integer, intent(in) :: n, z
    integer, intent(inout) :: r
    integer :: i
    do i = 1, n
      r = r + z**(z - 1)
    end do
  end subroutine
end module
program zero_trip
  use kinds_of_nothing
  implicit none
  type(table) :: t
  integer :: r, n
  r = 5
  n = 0
  call absent(n, r=r)
  print *, r
  call not_allocated(n, 3, t, r)
  print *, r
  call powers(n, 0, r)
  print *, r
  allocate(t%rows(3))
  t%rows(3)%b = [1, 2, 3]
  call not_allocated(3, 3, t, r)
  print *, r
end program
!>            5
!>            5
!>            5
!>           11
