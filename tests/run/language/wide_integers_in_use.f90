! Integers of kind 16 as procedure arguments, loop variables, selectors, components, items of input and output.
module mm
  implicit none
  type t16
    character :: c
    integer(16) :: n
    logical(16) :: l = .true.
    integer(16), allocatable :: v(:)
  end type
contains
  integer(16) function fact(n) result(r)
    integer, value :: n
    integer :: i
    r = 1
    do i = 2, n
      r = r * i
    end do
  end function
  recursive function fib(n) result(r)
    integer(16), intent(in) :: n
    integer(16) :: r
    if (n < 2) then
      r = n
    else
      r = fib(n - 1) + fib(n - 2)
    end if
  end function
  elemental integer(16) function sq(x, y)
    integer(16), intent(in) :: x
    integer(16), intent(in), optional :: y
    sq = x * x
    if (present(y)) sq = sq + y
  end function
  subroutine show(x)
    class(*), intent(in) :: x
    select type (x)
    type is (integer(16))
      print *, 'int16', x
    type is (logical(16))
      print *, 'log16', x
    type is (integer(8))
      print *, 'int8', x
    class default
      print *, 'other'
    end select
  end subroutine
  subroutine many(a, b, c, d, e, f, g, h) bind(c)
    integer(16), value :: a, b, c, d, e, f, g, h
    print *, a, b, c, d, e, f, g, h
  end subroutine
  subroutine swapv(a, n)
    integer(16), intent(inout) :: a(*)
    integer, intent(in) :: n
    a(1:n) = a(n:1:-1)
  end subroutine
end module
program wide_integers_in_use
  use mm
  use iso_c_binding
  implicit none
  integer(16) :: i, n, a(4), s, big
  integer(16), allocatable :: al(:), m2(:, :)
  type(t16) :: o, p
  class(*), allocatable :: w
  integer(16) :: d1 = 12345678901234567890123_16, d2(2)
  data d2 /5000000000000000000000_16, -7/
  integer(8) :: pair(2), u
  integer :: k, ios
  character(1000) :: line
  integer(16), pointer :: ptr
  integer(16), target :: tg
  namelist /nl/ i, a, big
  equivalence (pair, n)
  print *, c_int128_t, fact(30), fib(15_16), d1, d2
  print *, sq([1_16, 10_16**15]), sq(3_16, 4_16)
  do i = 1, 3
    print *, i
  end do
  print *, i
  do i = 10_16**20, 10_16**20 - 6, -3
    if (mod(i, 2_16) == 1) cycle
    print *, i
  end do
  print *, i
  do i = 5, 1
    print *, 'no'
  end do
  print *, i
  do k = 1, 5
    n = 10_16**(7 * k)
    select case (n)
    case (:0)
      print *, 'neg'
    case (10000000_16)
      print *, 'ten7'
    case (10_16**20:10_16**30)
      print *, 'mid'
    case (100000000000000000000000000000000000_16:)
      print *, 'large'
    case default
      print *, 'def', n
    end select
  end do
  call show(5_16); call show(.true._16); call show(7_8)
  allocate (w, source=10_16**25); call show(w)
  call many(1_16, -2_16, 3_16, 10_16**30, 5_16, -6_16, 7_16, 8_16)
  a = [1, 2, 3, 4]; call swapv(a, 4); print *, a
  al = a * 10_16**20; print *, al, size(al), lbound(al), sum(al)
  allocate (m2(2, 3)); m2 = 7; m2(2, :) = [1, 2, 3]; print *, m2, sum(m2, 1), maxval(m2, 2), any(m2 == 3), all(m2 > 0_16)
  where (m2 > 2) m2 = -m2
  print *, m2, count(m2 < 0), maxloc(m2), minloc(m2, 1)
  forall (k = 1:4) a(k) = k * a(k); print *, a
  n = 0; pair(1) = 5; print *, n, transfer(n, pair), transfer(1.0d0, 0_16) , transfer([1_8, 2_8], 0_16)
  call mvbits(huge(1_16), 3, 70, n, 20); print *, n
  o%c = 'x'; o%n = -5; o%v = [1_16, 2_16]; p = o; print *, p%c, p%n, p%l, p%v
  tg = 3; ptr => tg; ptr = ptr + huge(1_8); print *, tg
  n = int(z'123456789ABCDEF0123456789ABCDEF'); print *, n
  n = int(z'80000000000000000000000000000000', 16); print *, n
  print *, selected_int_kind(18), selected_int_kind(19), selected_int_kind(38), selected_int_kind(39)
  big = huge(big); i = -7
  write (line, nml=nl); print *, trim(adjustl(line))
  big = 0; i = 0; a = 0
  line = ' &nl i = 99999999999999999999, a = 2*5, -6, big = -170141183460469231731687303715884105728 /'
  read (line, nml=nl); print *, i, a, big
  line = '170141183460469231731687303715884105728'; read (line, *, iostat=ios) i; print *, ios > 0
  line = '7FFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF'; read (line, '(z32)') i; print *, i
  open (10, form='unformatted', status='scratch'); write (10) al, .false._16; rewind 10
  al = 0; read (10) al; print *, al
  print '(l3,1x,b0,1x,i0)', .true._16, 5_16, -5_16
  print *, 5_16 > 3_8, 2_16**100 / 3.0d0, real(2_16**100, 4), dble(-3_16), cmplx(2_16**70, 1_16), nint(-2.5d0, 16), (2.0d0)**3_16
  print *, min(3_16, 4_16), norm(2_16), exponent(1d0) + 1_16, index('abc', 'c', kind=16), len('ab', kind=16), size(a, kind=16), &
    ichar('a', 16)
  call system_clock(count_rate=n); print *, n
  u = -1; n = u; print *, n, int(n, 8), logical(.true._16, 4), iachar('b', 16) * 10_16**30
  print *, reshape(a, [2, 2]), transpose(reshape(a, [2, 2])), eoshift(a, 1, 9_16), &
    unpack(a, [.true., .false., .true., .true.], 0_16)
  print *, reduce(a), findloc(a, -6_16), [(k, k=1_16, 3_16)], merge(1_16, 2_16, .false.), product([(int(k, 16), k=1, 25)])
  print *, sizeof(o%n), a(1)**2 + a(2)**3, (-1_16)**n, mod(-7_16, 3_16), modulo(-7_16, 3_16)
contains
  integer(16) function norm(x)
    integer(16) :: x
    norm = abs(-x)
  end function
  integer(16) function reduce(x)
    integer(16) :: x(:)
    integer :: j
    reduce = 0
    !$omp parallel do reduction(+:reduce)
    do j = 1, size(x)
      reduce = reduce + x(j)
    end do
  end function
end program
!>           16        265252859812191058636308480000000                                      610                  12345678901234567890123                   5000000000000000000000                                       -7
!>                                         1          1000000000000000000000000000000                                       13
!>                                         1
!>                                         2
!>                                         3
!>                                         4
!>                     100000000000000000000
!>                      99999999999999999994
!>                      99999999999999999991
!>                                         5
!>  ten7
!>  def                          100000000000000
!>  mid
!>  mid
!>  large
!>  int16                                        5
!>  log16 T
!>  int8                    7
!>  int16               10000000000000000000000000
!>                                         1                                       -2                                        3          1000000000000000000000000000000                                        5                                       -6                                        7                                        8
!>                                         4                                        3                                        2                                        1
!>                     400000000000000000000                    300000000000000000000                    200000000000000000000                    100000000000000000000           4           1                   1000000000000000000000
!>                                         7                                        1                                        7                                        2                                        7                                        3                                        8                                        9                                       10                                        7                                        3 T T
!>                                        -7                                        1                                       -7                                        2                                       -7                                       -3           4           2           2           1           1           1
!>                                         4                                        6                                        6                                        4
!>                                         5                    5                    0                      4607182418800017408                     36893488147419103233
!>              1237940039285380274898075653
!>  x                                       -5 T                                        1                                        2
!>                       9223372036854775810
!>                               -1985229329
!>  -170141183460469231731687303715884105728
!>            8          16          16          -1
!>  &NL  I=-7                                      ,  A=4                                       , 2*6                                       ,4                                       ,  BIG=170141183460469231731687303715884105727 ,  /
!>                      99999999999999999999                                        5                                        5                                       -6                                        0 -170141183460469231731687303715884105728
!>  T
!>   170141183460469231731687303715884105727
!>                     400000000000000000000                    300000000000000000000                    200000000000000000000                    100000000000000000000
!>   T 101 -5
!>  T   4.2255020007607644E+029   1.26765060E+30  -3.0000000000000000             (1.180591621E+21,1.00000000)                                       -3   8.0000000000000000
!>                                         3                                        2                                        2                                        3                                        2                                        4                                       97
!>                                1000000000
!>                                        -1                   -1 T         98000000000000000000000000000000
!>                                         5                                        5                                       -6                                        0                                        5                                       -6                                        5                                        0                                        5                                       -6                                        0                                        9                                        5                                        0                                        5                                       -6
!>                                         4           3           1           2           3                                        2               15511210043330985984000000
!>                    16                                      150                                       -1                                       -1                                        2
