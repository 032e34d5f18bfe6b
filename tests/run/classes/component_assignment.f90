! Intrinsic assignment with defined assignment of components, to allocatables too and from the variable itself;
! final procedures for any rank and for contiguous arrays.
module assign_comp_m
  implicit none
  type part
    integer :: i = 5
  contains
    procedure :: set
    generic :: assignment(=) => set
  end type
  type whole
    type(part) :: p
    integer :: k = 0
  end type
  type, extends(whole) :: more
    integer :: j = 7
  end type
  type any_rank
    integer :: i = 0
  contains
    final :: end_any
  end type
  type base
    integer :: i = 0
  contains
    final :: end_base
  end type
  type, extends(base) :: derived
    integer :: j = 0
  end type
contains
  impure elemental subroutine set(to, from)
    class(part), intent(inout) :: to
    class(part), intent(in) :: from
    to%i = 100 * to%i + from%i
  end subroutine
  subroutine end_any(x)
    type(any_rank), intent(inout) :: x(..)
    select rank (x)
    rank (0)
      print '(a,i0)', 'end of scalar ', x%i
    rank (1)
      print '(a,*(i0,1x))', 'end of vector ', x%i
    rank default
      print '(a,i0)', 'end of rank ', rank(x)
    end select
  end subroutine
  subroutine end_base(x)
    type(base), intent(in), contiguous :: x(:,:)
    print '(a,*(i0,1x))', 'end of bases ', x%i
  end subroutine
end module
program assign_comp
  use assign_comp_m
  implicit none
  type(whole), allocatable :: a, v(:)
  type(whole) :: b, c(3)
  type(more), allocatable :: m(:)
  class(whole), allocatable :: poly
  integer :: i
  b%p%i = 1; b%k = 9
  a = b
  print '(*(i0,1x))', a%p%i, a%k
  a = b
  print '(*(i0,1x))', a%p%i
  c%p%i = [1, 2, 3]
  v = c
  print '(*(i0,1x))', v%p%i
  v = c(2:)
  print '(*(i0,1x))', v%p%i
  m = [(more(whole(part(i), 2 * i), 3 * i), i = 1, 2)]
  print '(*(i0,1x))', m%p%i, m%k, m%j
  poly = more(whole(part(4), 1), 2)
  print '(*(i0,1x))', poly%p%i
  b%p%i = 2
  b = b
  print '(*(i0,1x))', b%p%i
  call ends
contains
  subroutine ends
    type(any_rank), allocatable :: x, y(:), z(:,:)
    class(base), allocatable :: d(:,:)
    allocate(x, y(2), z(2,2))
    x%i = 3; y%i = [4, 5]
    allocate(derived :: d(2,2))
    d%i = reshape([1, 2, 3, 4], [2, 2])
    deallocate(d)
    x = any_rank(8)
    deallocate(z)
    deallocate(y)
  end subroutine
end program
!> 501 9
!> 50101
!> 501 502 503
!> 502 503
!> 501 502 2 4 3 6
!> 504
!> 202
!> end of bases 1 2 3 4
!> end of scalar 3
!> end of rank 2
!> end of vector 4 5
!> end of scalar 8
