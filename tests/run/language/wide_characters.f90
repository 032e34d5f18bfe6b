! Characters of kind 4 (ISO 10646): values, variables, intrinsics, arrays and polymorphism.
module wide
  implicit none
  integer, parameter :: u = selected_char_kind('iso_10646')
  character(kind=u,len=*), parameter :: greeting = u_'Gr' // char(252,u) // char(223,u) // u_'e'
  character(kind=u,len=3), parameter :: names(2) = [character(kind=u,len=3) :: u_'ab', u_'wxyz']
  type person
    character(kind=u,len=6) :: name = u_'none'
    character(kind=u,len=:), allocatable :: title
    integer :: age = 0
  end type
  interface kind_of
    procedure kind_of_1, kind_of_4
  end interface
contains
  function kind_of_1(s) result(k)
    character(*), intent(in) :: s
    integer :: k
    k = 100 + len(s)
  end function
  function kind_of_4(s) result(k)
    character(kind=u,len=*), intent(in) :: s
    integer :: k
    k = 400 + len(s)
  end function
  pure function doubled(s) result(r)
    character(kind=u,len=*), intent(in) :: s
    character(kind=u,len=2*len(s)) :: r
    r = s // s
  end function
  elemental function shifted(c, n) result(r)
    character(kind=u,len=1), intent(in) :: c
    integer, intent(in) :: n
    character(kind=u,len=1) :: r
    r = char(ichar(c) + n, u)
  end function
  subroutine fill(a, s)
    character(kind=u,len=*), intent(out) :: a(:)
    character(kind=u,len=*), intent(in) :: s
    integer :: i
    do i = 1, size(a)
      a(i) = s(:min(i, len(s)))
    end do
  end subroutine
  subroutine show(x)
    class(*), intent(in) :: x
    select type (x)
    type is (character(*))
      print '(a,i0,2a)', 'default ', len(x), ' ', x
    type is (character(kind=u,len=*))
      print '(a,i0,*(1x,i0))', 'wide ', len(x), codes(x)
    type is (integer)
      print '(a,i0)', 'integer ', x
    end select
  end subroutine
  function codes(s) result(c)
    character(kind=u,len=*), intent(in) :: s
    integer :: c(len(s)), i
    do i = 1, len(s)
      c(i) = ichar(s(i:i))
    end do
  end function
  subroutine grow(s, n)
    character(kind=u,len=:), allocatable, intent(inout) :: s
    integer, intent(in) :: n
    s = repeat(s, n)
  end subroutine
  subroutine by_value(c, s)
    character(kind=u,len=1), value :: c
    character(kind=u,len=3), value :: s
    s(2:2) = c
    print '(*(1x,i0))', codes(s)
  end subroutine
end module

program main
  use wide
  implicit none
  character(kind=u,len=8) :: a, b
  character(len=8) :: d
  character(kind=u,len=:), allocatable :: s, t, list(:)
  character(kind=u,len=4) :: v(3), w(2,2)
  character(kind=u,len=4), pointer :: p(:)
  character(kind=u,len=4), target :: tgt(4)
  character(kind=u,len=5) :: half
  type(person) :: someone, copy
  class(*), allocatable :: any
  integer :: i, n, word(2)
  logical :: mask(3)

  print '(*(1x,i0))', u, kind(greeting), len(greeting), storage_size(greeting), codes(greeting)
  print '(*(1x,i0))', codes(names(1)), codes(names(2))
  ! Assignment: padding, truncation, conversion both ways.
  a = greeting
  print '(*(1x,i0))', codes(a)
  half = a // u_'x'
  print '(*(1x,i0))', codes(half)
  a(2:3) = u_'zz'
  a(7:) = a(1:2)
  print '(*(1x,i0))', codes(a)
  d = 'abc' // achar(233)
  b = d
  print '(*(1x,i0))', codes(b)
  b(2:2) = char(8364, u)
  d = b
  print '(*(1x,i0))', (ichar(d(i:i)), i = 1, len(d))
  ! Comparison by code, with padding.
  print '(*(1x,l1))', u_'ab' == u_'ab  ', char(300,u) > char(44,u), char(255,u) < char(256,u), &
    u_'a' // char(1,u) < u_'a', a /= b
  ! Intrinsics.
  s = u_'  ' // char(8364,u) // u_' x ' // char(8364,u) // u_' '
  print '(*(1x,i0))', len(s), len_trim(s), len(trim(s)), index(s, char(8364,u)), index(s, char(8364,u), .true.), &
    scan(s, u_'xyz'), verify(s, u_' '), verify(s, u_' ' // char(8364,u)), scan(s, char(172,u))
  print '(*(1x,i0))', codes(adjustl(s))
  print '(*(1x,i0))', codes(adjustr(s))
  print '(*(1x,i0))', codes(repeat(s(3:4), 2)), codes(doubled(s(5:6))), ichar(new_line(s)), iachar(achar(65, u))
  print '(*(1x,i0))', codes(merge(s(:2), s(3:4), n_is(1))), codes(max(u_'b', u_'abc')), codes(min(u_'b', u_'abc'))
  print '(*(1x,i0))', kind_of('abc'), kind_of(u_'abcd'), kind_of(s)
  ! Deferred length.
  t = s(3:3)
  call grow(t, 3)
  print '(*(1x,i0))', len(t), codes(t)
  allocate (character(kind=u,len=2) :: list(3))
  call fill(list, u_'pq')
  print '(*(1x,i0))', len(list), size(list), (codes(list(i)), i = 1, 3)
  deallocate (t)
  allocate (t, source=u_'src')
  print '(*(1x,i0))', len(t), codes(t)
  t = 'default'
  print '(*(1x,i0))', len(t), codes(t)
  ! Arrays.
  v = [character(kind=u,len=4) :: u_'one', u_'two', u_'four']
  print '(*(1x,i0))', (codes(v(i)), i = 1, 3)
  v(:)(2:3) = u_'--'
  print '(*(1x,i0))', (codes(v(i)), i = 1, 3)
  v = shifted_all(v)
  print '(*(1x,i0))', (codes(v(i)(1:1)), i = 1, 3), ichar(shifted([u_'a', u_'b'], [1, 1000]))
  mask = v > u_'p'
  where (mask) v = u_'big' // char(9999, u)
  print '(*(1x,i0))', (codes(v(i)), i = 1, 3)
  print '(*(1x,i0))', codes(maxval(v)), codes(minval(v)), maxloc(v), minloc(v), findloc(v, u_'big' // char(9999,u)), &
    count(v == v(1))
  w = reshape([u_'a   ', u_'b   ', u_'c   ', u_'d   '], [2, 2])
  w = transpose(w)
  print '(*(1x,i0))', ichar(w(:,:)(1:1)), firsts(cshift(w(1,:), 1)), firsts(eoshift(w(1,:), 1)), &
    firsts(spread(w(1,1), 1, 2)), firsts(pack(w, w > u_'b'))
  tgt = [u_'q   ', u_'r   ', u_'s   ', u_'t   ']
  p => tgt(4:1:-2)
  p(1) = p(2) // u_'!'
  print '(*(1x,i0))', size(p), (codes(p(i)), i = 1, 2), codes(tgt(4))
  word = transfer(u_'hi', word)
  print '(*(1x,i0))', word, codes(transfer([104, 105, 33], u_'???'))
  ! Components and polymorphism.
  someone%name = 'Eve'
  someone%title = greeting
  copy = someone
  someone%title(1:1) = u_'g'
  print '(*(1x,i0))', codes(copy%name), codes(copy%title), ichar(someone%title(1:1))
  copy = person(u_'Adam', u_'Dr', 7)
  print '(*(1x,i0))', codes(copy%name), codes(copy%title), copy%age
  call show(u_'kind 4')
  call show('kind 1')
  call show(copy%title)
  allocate (any, source=greeting)
  call show(any)
  call by_value(char(8364, u), u_'xyz')
  ! Selection.
  do i = 1, 4
    select case (char(960 + i, u))
    case (:u_'z')
      n = 1
    case (char(961, u) : char(962, u))
      n = 2
    case (char(963, u))
      n = 3
    case default
      n = 4
    end select
    print '(i0)', n
  end do
contains
  function firsts(x) result(r)
    character(kind=u,len=*), intent(in) :: x(:)
    integer :: r(size(x))
    r = ichar(x(:)(1:1))
  end function
  logical function n_is(k)
    integer, intent(in) :: k
    n_is = k /= 1
  end function
  function shifted_all(x) result(r)
    character(kind=u,len=*), intent(in) :: x(:)
    character(kind=u,len=len(x)) :: r(size(x))
    integer :: k
    do k = 1, len(x)
      r(:)(k:k) = shifted(x(:)(k:k), 1)
    end do
  end function
end program
!>  4 4 5 160 71 114 252 223 101
!>  97 98 32 119 120 121
!>  71 114 252 223 101 32 32 32
!>  71 114 252 223 101
!>  71 122 122 223 101 32 71 122
!>  97 98 99 233 32 32 32 32
!>  97 172 99 233 32 32 32 32
!>  T T T T T
!>  8 7 7 3 7 5 3 5 0
!>  8364 32 120 32 8364 32 32 32
!>  32 32 32 8364 32 120 32 8364
!>  8364 32 8364 32 120 32 120 32 10 65
!>  8364 32 98 32 32 97 98 99
!>  103 404 408
!>  3 8364 8364 8364
!>  2 3 112 32 112 113 112 113
!>  3 115 114 99
!>  7 100 101 102 97 117 108 116
!>  111 110 101 32 116 119 111 32 102 111 117 114
!>  111 45 45 32 116 45 45 32 102 45 45 114
!>  112 117 103 98 1098
!>  98 105 103 9999 98 105 103 9999 103 46 46 115
!>  103 46 46 115 98 105 103 9999 3 1 1 2
!>  97 99 98 100 98 97 98 32 97 97 99 100
!>  2 114 32 32 32 114 32 32 32 114 32 32 32
!>  104 105 104 105 33
!>  69 118 101 32 32 32 71 114 252 223 101 103
!>  65 100 97 109 32 32 68 114 7
!> wide 6 107 105 110 100 32 52
!> default 6 kind 1
!> wide 2 68 114
!> wide 5 71 114 252 223 101
!>  120 8364 122
!> 2
!> 2
!> 3
!> 4
