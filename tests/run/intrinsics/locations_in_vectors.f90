! MINLOC and MAXLOC of arrays that fill vectors: ties, NaNs, infinities, masks, rows and kinds.
program locations
  use, intrinsic :: ieee_arithmetic
  implicit none
  integer, parameter :: n = 1003
  real(8) :: x(n), nan, inf
  real(4) :: s(n)
  integer :: i, k(n), best
  integer(8) :: l(n)
  integer(2) :: h(n)
  real(8) :: m(70, 9)
  logical :: mask(n)
  nan = ieee_value(nan, ieee_quiet_nan)
  inf = ieee_value(inf, ieee_positive_inf)
  do i = 1, n
    x(i) = mod(i * 7919, 1000)
    k(i) = mod(i * 7919, 500) - 250
  end do
  s = real(x, 4)
  l = k * 10000000000_8
  h = int(k, 2)
  best = 1
  do i = 2, n
    if (x(i) < x(best)) best = i
  end do
  print *, best == minloc(x, 1), best == minloc(s, 1)
  print *, minloc(x), maxloc(x), minloc(s), maxloc(s)
  print *, minloc(k), maxloc(k), minloc(l), maxloc(l), minloc(h), maxloc(h)
  print *, minloc(x, back=.true.), maxloc(k, back=.true.)
  ! In the part that fills vectors, in the rest, and on their border.
  x = 5
  x(1000) = 4
  print *, minloc(x)
  x(1003) = 3
  print *, minloc(x)
  x(1) = 3
  print *, minloc(x), maxloc(x)
  x(16:17) = 2
  print *, minloc(x)
  ! NaNs and infinities.
  x = nan
  print *, minloc(x), maxloc(x)
  x(700) = inf
  print *, minloc(x), maxloc(x)
  x(600) = -inf
  print *, minloc(x), maxloc(x)
  x = inf
  print *, minloc(x), maxloc(x)
  x(3) = nan
  x(4) = 1
  print *, minloc(x), maxloc(x)
  x = nan
  x(1002) = inf
  print *, minloc(x), maxloc(x)
  s = -ieee_value(s(1), ieee_positive_inf)
  print *, minloc(s), maxloc(s)
  k = huge(k)
  print *, minloc(k), maxloc(k)
  k = -huge(k) - 1
  print *, minloc(k), maxloc(k)
  ! Masks.
  do i = 1, n
    x(i) = abs(i - 400)
    mask(i) = mod(i, 7) == 0
  end do
  print *, minloc(x, mask), maxloc(x, mask), minloc(x, x > 1000), minloc(x, x > 500)
  print *, maxloc(x, mask .and. x < 3), minloc(x(1:0))
  ! Rows.
  do i = 1, 9
    m(:, i) = x(300 + i:369 + i)
  end do
  print *, minloc(m), maxloc(m), minloc(m, mod(m, 3d0) == 1)
  print *, minloc(m, 1)
  print *, maxloc(m, 2)
  print *, minloc(abs(x - 100))
end program
!>  T T
!>         1000         321        1000         321
!>          500         321         500         321         500         321
!>         1000         821
!>         1000
!>         1003
!>            1           2
!>           16
!>            1           1
!>          700         700
!>          600         700
!>            1           1
!>            4           1
!>         1002        1002
!>            1           1
!>            1           1
!>            1           1
!>          399        1001           0         901
!>          399           0
!>           70           9           1           1          70           9
!>           70          70          70          70          70          70          70          70          70
!>            1           1           1           1           1           1           1           1           1           1           1           1           1           1           1           1           1           1           1           1           1           1           1           1           1           1           1           1           1           1           1           1           1           1           1           1           1           1           1           1           1           1           1           1           1           1           1           1           1           1           1           1           1           1           1           1           1           1           1           1           1           1           1           1           1           1           1           1           1           1
!>          300
