! Dummies of assumed rank as actual arguments of pointers, and ASSOCIATED with a target.
module m
contains
  subroutine bounds(a, tag)
    integer, pointer, intent(in) :: a(..)
    character(*), intent(in) :: tag
    print '(a,*(1x,i0))', tag, lbound(a), ubound(a)
  end subroutine
  subroutine plain(a)
    integer, target, intent(in) :: a(..)
    call bounds(a, 'plain')
  end subroutine
  subroutine alloc(a)
    integer, allocatable, target, intent(in) :: a(..)
    call bounds(a, 'allocatable')
  end subroutine
  subroutine point(a)
    integer, pointer, intent(in) :: a(..)
    call bounds(a, 'pointer')
  end subroutine
  subroutine same(p, v, m, tag)
    integer, pointer, intent(in) :: p(..)
    integer, target, intent(in) :: v(:), m(:,:)
    character(*), intent(in) :: tag
    print '(a,3(1x,l1))', tag, associated(p), associated(p, v), associated(p, m)
  end subroutine
end module
program main
  use m
  integer, pointer :: p(:,:), s, v(:)
  integer, allocatable, target :: a(:,:)
  integer, target :: t(6), z(2,3)
  allocate(p(3:4,5:7), a(-1:1,0:1))
  call point(p)
  call plain(p)
  call alloc(a)
  call plain(a)
  v => t
  call same(v, t, z, 'vector')
  call same(v, t(1:5), z, 'shorter')
  call same(v, t(6:1:-1), z, 'backwards')
  v => t(3:2)
  call same(v, t(3:2), z, 'empty')
  p => z
  call same(p, t, z, 'matrix')
  p => z(:, 1:2)
  call same(p, t, z, 'part')
  s => t(1)
  call same(s, t, z, 'scalar')
  nullify (s)
  call same(s, t, z, 'nothing')
end program
!> pointer 3 5 4 7
!> plain 1 1 2 3
!> allocatable -1 0 1 1
!> plain 1 1 3 2
!> vector T T F
!> shorter T F F
!> backwards T F F
!> empty T F F
!> matrix T F T
!> part T F F
!> scalar T F F
!> nothing F F F
