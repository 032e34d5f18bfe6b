! Constructs with names, array intrinsics, inquiry functions.
program blocks
  use, intrinsic :: iso_fortran_env, only: int8, int16, int32, int64, real32, real64, output_unit, error_unit, input_unit, iostat_end
  implicit none
  integer, parameter :: dp = real64
  integer :: i, j, k, n
  character(len=:), allocatable :: s
  real(dp), allocatable :: a(:,:), b(:)
  integer(int64) :: big
  integer(int8) :: tiny8
  complex(dp), parameter :: ii = (0._dp, 1._dp)
  real(dp), parameter :: pi = acos(-1._dp)
  outer: do i = 1, 10
    inner: do j = 1, 10
      if (j == 5) cycle outer
      if (i == 4) exit outer
      if (mod(i + j, 7) == 0) exit inner
    end do inner
  end do outer
  print *, i, j
  blk: block
    integer :: n
    n = 5
    if (n > 3) exit blk
    print *, 'unreachable'
  end block blk
  n = 10
  associate (x => n, y => n*2)
    x = x + 1
    print *, x, y, n
  end associate
  allocate(a(3, -1:2), b(3))
  a = reshape([(real(i, dp), i=1,12)], [3,4])
  associate (col => a(:, 0), row => a(2, :))
    col = col * 2
    print '(4f6.1)', row
    print *, lbound(row), ubound(row), lbound(col), size(row)
  end associate
  print '(3f7.2)', a
  sel: select case (n)
  case (:0)
    print *, 'neg'
  case (1, 3, 5:9)
    print *, 'small'
  case (11)
    if (n == 11) exit sel
    print *, 'no'
  case default
    print *, 'def'
  end select sel
  select case ('hello')
  case ('a':'g')
    print *, 'a-g'
  case ('h':'m')
    print *, 'h-m'
  end select
  select case (n > 3)
  case (.true.); print *, 'T'
  case (.false.); print *, 'F'
  end select
  s = 'abc'
  s = s // 'def' // repeat('x', 3)
  print *, s, len(s)
  big = huge(big)
  print *, big, huge(tiny8), kind(big)
  print *, exp(ii*pi)
  do concurrent (i = 1:3, j = 1:3, i /= j)
    a(i, j-1) = i*10 + j
  end do
  print '(3f7.2)', a
  k = 0
  do
    k = k + 1
    if (k > 100) exit
    if (mod(k, 2) == 0) cycle
    n = k
  end do
  print *, k, n
  print *, [real :: 1, 2, 3], [character(3) :: 'a', 'bcd', 'efghi']
  print *, [((i*j, i=1,3), j=1,2)]
  print *, sum([(i**2, i=1,10)]), product([1,2,3,4]), maxval([3,1,4,1,5]), minloc([3,1,4,1,5])
  print *, merge('yes', 'no ', n > 5), pack([1,2,3,4], [.true.,.false.,.true.,.false.])
  print *, spread([1,2,3], 2, 2), cshift([1,2,3,4], 1), eoshift([1,2,3,4], -1, boundary=9)
  where (a > 10)
    a = -a
  elsewhere (a > 5)
    a = 0
  elsewhere
    a = 1
  end where
  print '(3f7.2)', a
  forall (i=1:3, j=-1:2, i>=j) a(i,j) = i - j
  print '(3f7.2)', a
  print *, transpose(reshape([1,2,3,4,5,6], [2,3]))
  print *, matmul(reshape([1,2,3,4],[2,2]), [1,1]), dot_product([1,2,3],[4,5,6])
  print *, any([.true.,.false.]), all([.true.,.false.]), count([.true.,.false.,.true.]), parity([.true.,.true.])
  print *, findloc([1,2,3,2], 2), findloc([1,2,3,2], 2, back=.true.), norm2([3.,4.])
  print *, ishft(1, 4), ibset(0, 3), iand(12, 10), ieor(12, 10), popcnt(255), leadz(1), trailz(8), shiftl(1, 5), maskr(4), dshiftl(1, 2, 3), merge_bits(12, 10, 6)
  print *, iall([7,3]), iany([1,2]), iparity([1,3])
  print *, bge(1, -1), storage_size(1_int16), bit_size(1_int8)
  print *, hypot(3., 4.), erf(0.5), gamma(5.), log_gamma(3.), bessel_j0(1.)
  print *, scan('hello', 'l'), verify('aabb', 'a'), adjustl('  x') // '|', adjustr('x  '), index('abcabc', 'c', back=.true.)
  print *, selected_int_kind(9), selected_real_kind(15), digits(1.), epsilon(1.), tiny(1.), precision(1.d0), range(1), radix(1), maxexponent(1.), minexponent(1.)
  print *, nearest(1., 1.) > 1., spacing(1.), fraction(6.), exponent(6.), scale(1., 3), set_exponent(1., 3), rrspacing(1.)
  print *, ceiling(2.1), floor(-2.1), modulo(-7, 3), mod(-7, 3), modulo(-7.5, 3.)
  print *, transfer(1.0, 1), btest(5, 2), ibits(255, 2, 3), not(0), ishftc(1, -1, 8)
  print *, achar(65), iachar('a'), char(97), new_line('a') == achar(10), len_trim('ab  '), trim('ab  ') // '|'
end program
!>            4           1
!>           11          20          11
!>    2.0  10.0   8.0  11.0
!>            1           4           1           4
!>    1.00   2.00   3.00
!>    8.00  10.00  12.00
!>    7.00   8.00   9.00
!>   10.00  11.00  12.00
!>  h-m
!>  T
!>  abcdefxxx           9
!>   9223372036854775807  127           8
!>         (-1.0000000000000000,1.22464679914735321E-016)
!>    1.00   2.00   3.00
!>    8.00  21.00  31.00
!>   12.00   8.00  32.00
!>   13.00  23.00  12.00
!>          101          99
!>    1.00000000       2.00000000       3.00000000     a  bcdefg
!>            1           2           3           2           4           6
!>          385          24           5           2
!>  yes           1           3
!>            1           2           3           1           2           3           2           3           4           1           9           1           2           3
!>    1.00   1.00   1.00
!>    0.00 -21.00 -31.00
!>  -12.00   0.00 -32.00
!>  -13.00 -23.00 -12.00
!>    2.00   3.00   4.00
!>    1.00   2.00   3.00
!>    0.00   1.00   2.00
!>  -13.00   0.00   1.00
!>            1           3           5           2           4           6
!>            4           6          32
!>  T F           2 F
!>            2           4   5.00000000
!>           16           8           8           6           8          31           3          32          15           8          12
!>            3           3           2
!>  F          16    8
!>    5.00000000      0.520499885       24.0000000      0.693147182      0.765197694
!>            3           3 x  |  x           6
!>            4           8          24   1.19209290E-07   1.17549435E-38          15           9           2         128        -125
!>  T   1.19209290E-07  0.750000000               3   8.00000000       4.00000000       8388608.00
!>            3          -3           2          -1   1.50000000
!>   1065353216 T           7          -1         128
!>  A          97 a T           2 ab|
