! MAXLOC and MINLOC with BACK: of equals the last, of NaNs alone the first, as without BACK.
program extremes_from_behind
  use, intrinsic :: ieee_arithmetic
  implicit none
  real :: x(5), nan, inf
  real(8) :: y(3, 4), long(1000)
  integer :: i, j(37)
  logical :: m(5), back
  nan = ieee_value(nan, ieee_quiet_nan)
  inf = ieee_value(inf, ieee_positive_inf)
  x = nan
  print '(*(i5))', maxloc(x, back=.true.), minloc(x, back=.true.), maxloc(x), minloc(x)
  y = nan
  print '(*(i5))', maxloc(y, back=.true.), maxloc(y, dim=1, back=.true.), minloc(y, dim=2, back=.true.)
  m = [.false., .true., .true., .false., .false.]
  print '(*(i5))', maxloc(x, mask=m, back=.true.), minloc(x, mask=m, back=.true.), maxloc(x, mask=m)
  x(3) = 1
  print '(*(i5))', maxloc(x, back=.true.), minloc(x, back=.true.)
  x(4) = 1
  print '(*(i5))', maxloc(x, back=.true.), minloc(x, back=.true.), maxloc(x), minloc(x)
  x = -inf
  x(1) = nan
  print '(*(i5))', maxloc(x, back=.true.), maxloc(x)
  x = inf
  x(5) = nan
  print '(*(i5))', minloc(x, back=.true.), minloc(x)
  long = [(real(mod(i * 37, 101), 8), i = 1, 1000)]
  print '(*(i5))', maxloc(long, back=.true.), minloc(long, back=.true.), maxloc(long), minloc(long)
  long(1:990) = nan
  long(991:) = -inf
  print '(*(i5))', maxloc(long, back=.true.), minloc(long, back=.true.), maxloc(long), minloc(long)
  j = [(mod(i, 5), i = 1, 37)]
  print '(*(i5))', maxloc(j, back=.true.), minloc(j, back=.true.), maxloc(j, mask=j < 3, back=.true.), maxloc(j(1:0), back=.true.)
  j = -huge(j) - 1
  print '(*(i5))', maxloc(j, back=.true.), maxloc(j)
  y = reshape([3., 1., 3., 2., 2., 2., 3., 1., 3., 1., 1., 1.], [3, 4])
  print '(*(i5))', maxloc(y, back=.true.), minloc(y, back=.true.), maxloc(y, dim=1, back=.true.), minloc(y, dim=2, back=.true.)
  do i = 0, 1
    back = i == 1
    print '(*(i5))', maxloc(y, back=back), minloc(y, back=back), maxloc(j, dim=1, back=back)
  end do
end program
!>     1    1    1    1
!>     1    1    1    1    1    1    1    1    1
!>     2    2    2
!>     3    3
!>     4    4    3    3
!>     5    2
!>     4    1
!>   939  909   30  101
!>  1000 1000  991  991
!>    34   35   37    0
!>    37    1
!>     3    3    3    4    3    3    3    3    4    4    4
!>     1    1    2    1    1
!>     3    3    3    4   37
