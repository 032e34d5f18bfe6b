module m
  implicit none
contains
  elemental integer function pick(a, b, c)
    integer, intent(in) :: a
    integer, intent(in), optional :: b, c
    pick = a
    if (present(b)) pick = pick + 10 * b
    if (present(c)) pick = pick + 100 * c
  end function
  subroutine try(a, b, c)
    integer, intent(in) :: a(:)
    integer, intent(in), optional :: b(:), c
    print *, pick(a, b, c), sum(pick(a, c=c) + 1)
  end subroutine
  subroutine leaf(i, s, v, e)
    integer, optional, intent(in) :: i, v(:), e(3)
    character(*), optional, intent(in) :: s
    print *, present(i), present(s), present(v), present(e)
  end subroutine
  subroutine allocs(i, s, v, e)
    integer, allocatable, optional, intent(in) :: i, v(:), e(:)
    character(:), allocatable, optional, intent(in) :: s
    print *, 'allocs', present(i), present(s), present(v), present(e)
    call leaf(i, s, v, e)
    call inner()
    call deeper(i, s, v)
  contains
    subroutine inner()
      call leaf(i, s, v, e)
      print *, present(i), present(s)
    end subroutine
  end subroutine
  subroutine deeper(i, s, v)
    integer, allocatable, optional, intent(in) :: i, v(:)
    character(:), allocatable, optional, intent(in) :: s
    print *, 'deeper', present(i), present(s), present(v)
  end subroutine
  subroutine procs(f, q)
    interface
      integer function f(x); integer, intent(in) :: x; end function
    end interface
    optional :: f
    procedure(f), pointer, optional :: q
    print *, present(f), present(q)
    if (present(f)) print *, f(3)
    if (present(q)) print *, q(4)
  end subroutine
  integer function dbl(x); integer, intent(in) :: x; dbl = 2 * x; end function
  impure elemental subroutine report(x, y)
    integer, intent(in) :: x
    integer, intent(out), optional :: y
    print *, 'report', x
    if (present(y)) y = x * x
  end subroutine
  impure elemental integer function noisy(x)
    integer, intent(in) :: x
    print *, 'noisy', x
    noisy = x + 1
  end function
end module
program p
  use m
  implicit none
  integer, allocatable :: i, v(:), e(:)
  character(:), allocatable :: s
  procedure(dbl), pointer :: q
  integer :: w(3), u(2, 2)
  call try([1, 2, 3])
  call try([1, 2, 3], [4, 5, 6])
  call try([1, 2, 3], c=7)
  call try([1, 2, 3], [4, 5, 6], 7)
  call allocs()
  call allocs(i, s, v, e)
  i = 1; s = 'x'; v = [1]; e = [1, 2, 3]
  call allocs(i, s, v, e)
  call procs(); q => dbl; call procs(dbl); call procs(q=q)
  w = 0
  call report([3, 2, 1], w); print *, w
  call report([5, 6])
  u = noisy(reshape([1, 2, 3, 4], [2, 2])); print *, u
end program
!>            1           2           3           9
!>           41          52          63           9
!>          701         702         703        2109
!>          741         752         763        2109
!>  allocs F F F F
!>  F F F F
!>  F F F F
!>  F F
!>  deeper F F F
!>  allocs T T T T
!>  F F F F
!>  F F F F
!>  T T
!>  deeper T T T
!>  allocs T T T T
!>  T T T T
!>  T T T T
!>  T T
!>  deeper T T T
!>  F F
!>  T F
!>            6
!>  F T
!>            8
!>  report           3
!>  report           2
!>  report           1
!>            9           4           1
!>  report           5
!>  report           6
!>  noisy           1
!>  noisy           2
!>  noisy           3
!>  noisy           4
!>            2           3           4           5
