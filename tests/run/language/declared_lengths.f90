! Lengths that declarations give: of pointers and allocatables at the entry of their procedure, of results that depend on
! dummies, of dummies in the length of a result.
module strings
contains
  function both(a, b)
    character(*) :: a
    character(len(a) - 2), pointer :: b
    character(len(a) + len(b)) :: both
    both = repeat('+', len(both))
  end function
  function target_of(n, t)
    integer, intent(in) :: n
    character(9), target :: t
    character(n), pointer :: target_of
    target_of => t(1:n)
  end function
  function bounds(a, low)
    integer, intent(in) :: low
    integer :: a(low:)
    character(a(low + 1) + sum(a(low:low+2))) :: bounds
    bounds = ''
  end function
  function square(a, n)
    integer, intent(in) :: n
    integer :: a(n, n)
    character(a(2, 2)) :: square
    square = ''
  end function
  subroutine host(n, d)
    integer :: n
    character(n), allocatable :: s, a(:), d
    character(n), pointer :: p
    n = 7
    call work
    print *, len(s), len(a), len(p), len(d), n
  contains
    subroutine work
      allocate(s, a(2), p, d)
      s = 'abcdefghij'
      a = 'klmnopqrst'
      p = '0123456789'
      d = 'uvwxyz'
      print *, s, a, p, d, len(s), len(a), len(p), len(d)
    end subroutine
  end subroutine
  elemental subroutine set(i, default, given)
    integer, intent(out) :: i
    integer, intent(in) :: default
    integer, intent(in), optional :: given
    i = default
    if (present(given)) i = given
  end subroutine
  subroutine choose(v)
    integer, intent(in), optional :: v(:)
    integer :: w(2)
    call set(w, [1, 2], v)
    print *, w
  end subroutine
end module
program declared_lengths
  use strings
  character(9), target :: t = 'abcdefghi'
  character(9), pointer :: p
  character(8) :: e = 'eight'
  character(4), allocatable :: d
  integer(8), allocatable :: long(:)
  integer, allocatable :: a(:), grid(:)
  integer :: n = 4, i
  p => t
  print *, len(both('123456', p)), len(target_of(5, t)), target_of(3, t)
  print *, len(bounds([1, 2, 3, 4], 5)), len(square([1, 2, 3, 4], 2))
  call host(n, d)
  call choose
  call choose([7, 8])
  allocate(long(-1:1))
  long = [(i, i = 1, 3)]
  a = long
  print *, lbound(a), ubound(a), a
  print '(3a)', [e(1:n), e(2:n+1)], '|'
  grid = [9, 8, 7, 6]
  print *, grid(grid(4:2:-1) - 5)
end program
!>           10           5 abc
!>            8           4
!>  abcdklmnklmn0123uvwx           4           4           4           4
!>            4           4           4           4           7
!>            1           2
!>            7           8
!>           -1           1           1           2           3
!> eight  ight   |
!>            9           8           7
