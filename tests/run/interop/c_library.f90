! Functions of the C library: structures and characters by value, callbacks, C pointers as values and results.
module libc
  use, intrinsic :: iso_c_binding
  implicit none
  enum, bind(c)
    enumerator :: red = 4, blue
    enumerator :: green = 9, yellow
  end enum
  type, bind(c) :: div_t
    integer(c_int) :: quot, rem
  end type
  type, bind(c) :: ldiv_t
    integer(c_long) :: quot, rem
  end type
  interface
    type(div_t) function div(a, b) bind(c)
      import
      integer(c_int), value :: a, b
    end function
    function ldiv(a, b) bind(c) result(r)
      import
      integer(c_long), value :: a, b
      type(ldiv_t) :: r
    end function
    subroutine qsort(base, n, size, compare) bind(c)
      import
      type(c_ptr), value :: base
      integer(c_size_t), value :: n, size
      type(c_funptr), value :: compare
    end subroutine
    function bsearch(key, base, n, size, compare) bind(c) result(p)
      import
      type(c_ptr), value :: key, base
      integer(c_size_t), value :: n, size
      type(c_funptr), value :: compare
      type(c_ptr) :: p
    end function
    integer(c_size_t) function strlen(s) bind(c)
      import
      character(kind=c_char), intent(in) :: s(*)
    end function
    function malloc(n) bind(c) result(p)
      import
      integer(c_size_t), value :: n
      type(c_ptr) :: p
    end function
    subroutine free(p) bind(c)
      import
      type(c_ptr), value :: p
    end subroutine
    integer(c_int) function toupper(c) bind(c)
      import
      integer(c_int), value :: c
    end function
  end interface
contains
  integer(c_int) function ascending(a, b) bind(c)
    type(c_ptr), value :: a, b
    integer(c_int), pointer :: x, y
    call c_f_pointer(a, x)
    call c_f_pointer(b, y)
    ascending = x - y
  end function
end module

! Structures of every class, in both directions.
module shapes
  use, intrinsic :: iso_c_binding
  implicit none
  type, bind(c) :: pair
    real(c_double) :: x, y
  end type
  type, bind(c) :: mixed
    integer(c_int) :: i
    real(c_float) :: f
    real(c_double) :: d
  end type
  type, bind(c) :: odd
    character(kind=c_char) :: c(3)
  end type
  type, bind(c) :: twelve
    integer(c_int) :: v(3)
  end type
  type, bind(c) :: floats
    real(c_float) :: v(3)
  end type
  type, bind(c) :: large
    real(c_double) :: v(3)
    integer(c_short) :: k
  end type
  abstract interface
    function shift_t(p, by) bind(c) result(r)
      import
      type(pair), value :: p
      real(c_double), value :: by
      type(pair) :: r
    end function
  end interface
contains
  function shift(p, by) bind(c) result(r)
    type(pair), value :: p
    real(c_double), value :: by
    type(pair) :: r
    r = pair(p%x + by, p%y - by)
    p%x = -1
  end function
  function turn(m, o, t, f, l) bind(c) result(r)
    type(mixed), value :: m
    type(odd), value :: o
    type(twelve), value :: t
    type(floats), value :: f
    type(large), value :: l
    type(mixed) :: r
    r%i = m%i + sum(t%v) + l%k + iachar(o%c(3))
    r%f = m%f + sum(f%v)
    r%d = m%d + sum(l%v)
    l%v = 0
    t%v = 0
  end function
  ! More structures than there are registers: the later ones are in memory.
  function many(a, b, c, n, d, k, e) bind(c) result(r)
    type(twelve), value :: a, b, c, d
    integer(c_int), value :: n, k
    type(pair), value :: e
    type(large) :: r
    r%v = [real(sum(a%v), c_double), real(sum(b%v) + sum(c%v), c_double), e%x + e%y]
    r%k = int(sum(d%v) + 100 * n + 1000 * k, c_short)
  end function
  function next_char(c) bind(c) result(r)
    character(kind=c_char), value :: c
    character(kind=c_char) :: r
    r = achar(iachar(c) + 1)
    c = 'x'
  end function
end module

program interop
  use libc
  use shapes
  implicit none
  type(div_t) :: q
  type(ldiv_t) :: lq
  integer(c_int), target :: v(6) = [5, 3, 6, 1, 2, 4], key = 4
  integer(c_int), pointer :: p(:), p2(:,:), s
  type(c_ptr) :: raw, hit
  type(pair) :: a, b
  type(mixed) :: m
  type(large) :: l, big
  type(twelve) :: t
  procedure(shift_t), pointer :: fp
  type(c_funptr) :: cf
  character(len=:), allocatable :: text
  print *, red, blue, green, yellow
  q = div(17, 5)
  lq = ldiv(-17_c_long, 5_c_long)
  print *, q%quot, q%rem, lq%quot, lq%rem
  call qsort(c_loc(v), 6_c_size_t, c_sizeof(key), c_funloc(ascending))
  print *, v
  hit = bsearch(c_loc(key), c_loc(v), 6_c_size_t, c_sizeof(key), c_funloc(ascending))
  call c_f_pointer(hit, s)
  print *, s, associated(s, v(4)), c_associated(hit, c_loc(v(4))), c_associated(hit, c_loc(v))
  text = "four" // c_null_char
  print *, strlen(text), strlen("seven77" // c_null_char)
  print *, achar(toupper(iachar('q', c_int)))
  raw = malloc(6 * c_sizeof(key))
  call c_f_pointer(raw, p, [6])
  p = [1, 2, 3, 4, 5, 6]
  call c_f_pointer(raw, p2, shape=[2, 3])
  print *, p2(2, :), ubound(p2)
  call free(raw)
  a = pair(1, 2)
  b = shift(a, 0.5d0)
  print '(4f6.2)', a, b
  cf = c_funloc(shift)
  call c_f_procpointer(cf, fp)
  b = fp(fp(a, 1d0), 2d0)
  print '(2f6.2)', b
  l = large([1, 2, 3], 7_c_short)
  t = twelve([10, 20, 30])
  m = turn(mixed(1, 0.5, 2.5d0), odd(['a', 'b', 'c']), t, floats([1.0, 2.0, 3.0]), l)
  print '(i0,2f8.2,3f5.1,3i4)', m, l%v, t%v
  big = many(t, twelve([1, 2, 3]), twelve([4, 5, 6]), 7, twelve([7, 8, 9]), 3, a)
  print '(3f7.1,i6)', big
  print *, next_char('a'), next_char(next_char('e'))
end program
!>            4           5           9          10
!>            3           2                   -3                   -2
!>            1           2           3           4           5           6
!>            4 T T F
!>                     4                    7
!>  Q
!>            2           4           6           2           3
!>   1.00  2.00  1.50  1.50
!>   4.00 -1.00
!> 167    6.50    8.50  1.0  2.0  3.0  10  20  30
!>    60.0   21.0    3.0  3724
!>  bg
