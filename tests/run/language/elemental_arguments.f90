! Arguments of elemental references: those that may be absent, VALUE dummies, scalars that change, strings.
module elem_args_m
  implicit none
  type t
    integer :: i = 0
  end type
  type box
    integer, allocatable :: a, l(:)
    integer, pointer :: p => null(), pl(:) => null()
  end type
contains
  elemental integer function add(x, y)
    integer, intent(in) :: x
    integer, intent(in), optional :: y
    add = x
    if (present(y)) add = x + y
  end function
  elemental integer function add_value(x, y)
    integer, value :: x
    integer, value, optional :: y
    if (present(y)) then
      x = x + y
      y = 0
    end if
    add_value = x
  end function
  elemental integer function bump(x)
    type(t), value :: x
    x%i = x%i + 1
    bump = x%i
  end function
  elemental function shout(s, n) result(r)
    character(*), intent(in) :: s
    integer, intent(in), optional :: n
    character(len(s) + 1) :: r
    r = s // '!'
    if (present(n)) r = s // achar(iachar('0') + n)
  end function
  elemental subroutine set(x, y, s)
    integer, intent(inout) :: x
    integer, intent(in), optional :: y
    character(*), intent(in), optional :: s
    if (present(y)) x = x + y
    if (present(s)) x = x * len(s)
  end subroutine
  impure elemental integer function running(x, total)
    integer, intent(in) :: x
    integer, intent(inout) :: total
    total = total + x
    running = total
  end function
  impure elemental function tag(x, total) result(r)
    integer, intent(in) :: x
    integer, intent(inout) :: total
    character(3) :: r
    total = total + 1
    r = repeat(achar(iachar('a') + total), x)
  end function
  subroutine pass(a, s, l, p, v)
    integer, intent(in) :: a(:)
    integer, intent(in), optional :: s, l(:)
    integer, pointer, intent(in), optional :: p
    integer, allocatable, intent(in), optional :: v(:)
    print '(*(i0,1x))', add(a, s), add(a, l), add(a, p), add(a, v)
    print '(*(i0,1x))', add_value(a, s), add_value(a, l), add_value(a, p), add_value(a, v)
  end subroutine
  integer function opt(i, r, c)
    integer, value, optional :: i
    real, value, optional :: r
    character(3), value, optional :: c
    opt = 0
    if (present(i)) opt = opt + i
    if (present(r)) opt = opt + 10 * int(r)
    if (present(c)) opt = opt + 100 * len_trim(c)
  end function
end module
program elem_args
  use elem_args_m
  implicit none
  type(box) :: b
  integer, allocatable :: ia, il(:)
  integer, pointer :: pa, pl(:)
  real, allocatable :: ra
  character(3), pointer :: cp
  character(:), allocatable :: ca
  integer :: v(3), total
  type(t) :: ts(2)
  nullify(pa, pl, cp)
  print '(*(i0,1x))', add([1, 2], ia), add([1, 2], il), add([1, 2], pa), add([1, 2], pl), add(7, ia), add(7, b%p)
  print '(*(i0,1x))', add([1, 2], b%a), add([1, 2], b%l), add([1, 2], b%p), add([1, 2], b%pl)
  v = [1, 2, 3]
  call set(v, b%a); call set(v, pa); call set(v, b%pl); call set(v, s=ca); call set(v, s=cp)
  print '(*(i0,1x))', v
  allocate(ia, source=5)
  allocate(pa, source=6)
  il = [10, 20]
  allocate(pl(2), source=[30, 40])
  b = box(7, [50, 60], pa, pl)
  allocate(cp); cp = 'ab'; ca = 'abcd'
  print '(*(i0,1x))', add([1, 2], ia), add([1, 2], il), add([1, 2], pa), add([1, 2], pl)
  print '(*(i0,1x))', add([1, 2], b%a), add([1, 2], b%l), add([1, 2], b%p), add([1, 2], b%pl)
  call set(v, b%a); call set(v, pa); call set(v(:2), b%pl); call set(v, s=ca); call set(v, s=cp)
  print '(*(i0,1x))', v
  call pass([1, 2]); call pass([1, 2], 3, [4, 5], pa, il); call pass([1, 2], p=null(), v=il)
  ts%i = [3, 4]
  print '(*(i0,1x))', bump(ts), ts%i, add_value(il, il), il
  total = 0
  print '(*(i0,1x))', running([1, 2, 3], total), total
  print '(*(a,1x))', tag([3, 3], total), shout(['ab', 'cd']), shout(['ab', 'cd'], ia), shout(['ab', 'cd'], [1, 2])
  print '(i0)', total
  print '(*(i0,1x))', opt(), opt(ia, ra), opt(r=ra, c=cp), opt(b%a, c=ca(:3))
  nullify(cp)
  print '(*(i0,1x))', opt(b%p, c=cp), opt(c='x  ')
end program
!> 1 2 1 2 1 2 1 2 7 7
!> 1 2 1 2 1 2 1 2
!> 1 2 3
!> 6 7 11 22 7 8 31 42
!> 8 9 51 62 7 8 31 42
!> 528 660 192
!> 1 2 1 2 1 2 1 2
!> 1 2 1 2 1 2 1 2
!> 4 5 5 7 7 8 11 22
!> 4 5 5 7 7 8 11 22
!> 1 2 1 2 1 2 11 22
!> 1 2 1 2 1 2 11 22
!> 4 5 3 4 20 40 10 20
!> 1 3 6 6
!> hhh iii ab! cd! ab5 cd5 ab1 cd2
!> 8
!> 0 5 200 307
!> 6 100
