! FORALL over components of array elements, which also say where and whether something is stored; strings and objects
! that a mask chooses; the parts of reals.
program parts
  implicit none
  type inner
    integer :: k
    real :: v(3)
  end type
  type rec
    integer(2) :: id
    type(inner) :: in
    complex :: z
    character(3) :: tag
    logical :: ok
  end type
  type box
    integer :: ids(12)
    type(inner) :: list(12)
    real, allocatable :: x(:)
  end type
  integer, parameter :: n = 12
  integer :: i
  type(rec) :: r(n), r2(n)
  type(inner) :: w(n), w2(0:n-1)
  type(box) :: o
  character(4) :: s(n), t(n)
  character(3) :: small(n), large(n)
  logical :: p(n)
  integer :: idx(n), e(n), e8(n)
  real :: x(n), y(n)
  real(8) :: d(n), f(n)

  do i = 1, n
    idx(i) = mod(i*5, n) + 1
    w(i) = inner(i*3 - 10, [real(i), i/2.0, -1.0])
    w2(i-1) = inner(7 - i, [1.5, i*2.0, 0.25*i])
    r(i) = rec(int(i, 2), w(i), cmplx(i, -i), achar(96+i)//'x', mod(i, 3) == 0)
    r2(i) = rec(int(-i, 2), w2(i-1), cmplx(-i, i), 'q'//achar(96+i), mod(i, 4) == 0)
    s(i) = achar(64+mod(i*7, 20))//'bcd'
    t(i) = achar(64+mod(i*3, 20))//'xy'
    p(i) = mod(i*i, 3) == 1
    x(i) = (i - 5)*0.37
    d(i) = (i - 6.5d0)*1.25d-3
  end do
  o%ids = idx
  o%list = w
  o%x = [(real(i), i = 1, n)]

  !$omp target teams workdistribute
  forall (i = 1:n) r(idx(i))%in%k = r(i)%in%k + w(n+1-i)%k
  forall (i = 2:n:2, r(i)%ok .or. p(i))
    w2(i-1)%k = w2(n-i)%k*2
    r(i)%tag = r(n+1-i)%tag(2:2)//r(i)%tag
    r(i)%ok = w2(i-1)%k > 0
  end forall
  forall (i = 1:n) r(i)%z = conjg(r(o%ids(i))%z)
  forall (i = 1:n, p(i)) o%list(i)%k = o%ids(i) + w(i)%k
  !$omp end target teams workdistribute
  !$omp target teams workdistribute
  forall (i = 1:n) o%x(i) = o%x(idx(i)) + o%list(i)%k
  s = merge(s, t, s > t)
  t = merge('yes ', 'no  ', p)
  small = min(s(:)(1:3), r%tag)
  large = max(t(:)(1:3), r%tag)
  w = merge(w, w2, p)
  r = merge(r2, r, r%in%k > 5 .and. .not. p)
  w%k = merge(w%k, r%in%k, s == t)
  !$omp end target teams workdistribute
  !$omp target teams workdistribute
  e = exponent(x) + exponent(real(idx))
  e8 = exponent(d)
  y = scale(fraction(x), 3) + set_exponent(x + 9.0, 2)
  f = rrspacing(d) + spacing(d)*2d0**60 + scale(d, -1030)*2d0**1020
  x = (nearest(x, 1.0) - x) + (nearest(x, -1.0) - x)*4
  d = nearest(d, -1d0) - d
  !$omp end target teams workdistribute

  print *, r%in%k
  print *, w2%k
  print *, r%tag, r%ok
  print *, r%z
  print *, o%list%k, o%ids
  print '(6f10.3)', o%x
  print *, s, t
  print *, small, large
  print *, w%k
  print '(9f8.3)', (w(i)%v, i = 1, n)
  print *, r%id
  print *, e, e8
  print '(6f12.6)', y
  print '(3es26.17)', f
  print '(4es16.8)', x
  print '(3es26.17)', d
end program
!>           19          19           4          19          19           1          19          19          -2          19          19          -5
!>            6          -8           4          -4           2           0           0           4          -2           8          -4          12
!>  ax xbxqc xdxex qf gx xhxqi xjxkx ql  F F F F F F F T F T F T
!>              (6.00000000,6.00000000)             (11.0000000,11.0000000)            (-3.00000000,3.00000000)             (9.00000000,9.00000000)             (2.00000000,2.00000000)            (-6.00000000,6.00000000)             (12.0000000,12.0000000)             (5.00000000,5.00000000)            (-9.00000000,9.00000000)             (3.00000000,3.00000000)             (8.00000000,8.00000000)            (-12.0000000,12.0000000)
!>           -1           7          -1          11           7           8          23          19          17          23          31          26           6          11           4           9           2           7          12           5          10           3           8           1
!>      5.000    18.000     3.000    20.000     9.000    15.000
!>     35.000    24.000    27.000    26.000    39.000    27.000
!>  GbcdNbcdIxy Lxy Oxy Rxy IbcdPbcdGxy Jxy QbcdPxy yes yes no  yes yes no  yes yes no  yes yes no  
!>  GbcNbcIxyLxyOxyRxyIbcPbcGxyJxyQbcPxyyesyesno yesyesxfxyesyesno yesyesxlx
!>           19          19           4          19          19           1          19          19          -2          19          19          -5
!>    1.000   0.500  -1.000   2.000   1.000  -1.000   1.500   6.000   0.750
!>    4.000   2.000  -1.000   5.000   2.500  -1.000   1.500  12.000   1.500
!>    7.000   3.500  -1.000   8.000   4.000  -1.000   1.500  18.000   2.250
!>   10.000   5.000  -1.000  11.000   5.500  -1.000   1.500  24.000   3.000
!>       1      2     -3      4      5     -6      7      8     -9     10     11    -12
!>            4           5           3           3           2           2           4           4           5           3           6           3          -7          -7          -7          -8          -9         -10         -10          -9          -8          -7          -7          -7
!>    -2.160000   -0.495000   -3.855000   -3.762500    2.250000    8.262500
!>     8.355000    6.967500    8.540000   10.112500    7.245000    8.077500
!>    7.92633534417207400E+15   6.48518346341351500E+15   5.04403158265495700E+15
!>    7.20575940379279400E+15   8.64691128455135200E+15   5.76460752303423500E+15
!>    5.76460752303423500E+15   8.64691128455135200E+15   7.20575940379279400E+15
!>    5.04403158265495700E+15   6.48518346341351500E+15   7.92633534417207400E+15
!>  -3.57627869E-07 -3.57627869E-07 -1.78813934E-07 -8.94069672E-08
!>  -4.20389539E-45 -8.94069672E-08 -1.78813934E-07 -3.57627869E-07
!>  -3.57627869E-07 -3.57627869E-07 -7.15255737E-07 -7.15255737E-07
!>   -8.67361737988403547E-19  -8.67361737988403547E-19  -8.67361737988403547E-19
!>   -4.33680868994201774E-19  -2.16840434497100887E-19  -1.08420217248550443E-19
!>   -1.08420217248550443E-19  -2.16840434497100887E-19  -4.33680868994201774E-19
!>   -8.67361737988403547E-19  -8.67361737988403547E-19  -8.67361737988403547E-19
