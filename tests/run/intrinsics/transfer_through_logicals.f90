! Bits that pass through logicals stay what they are (F2018 16.9.193), and extrema of constants treat NaN as at run time.
program p
  implicit none
  real, parameter :: nan = real(z'7FC00000')
  real, parameter :: all_nan(2) = [nan, nan], some(3) = [nan, 0., nan]
  real :: all_r(2), some_r(3)
  integer :: ai(4), b(3)
  ai = [42, 43, 44, 45]
  ai = transfer(transfer(ai, .false., 4), ai)
  print *, ai
  ai = transfer(transfer([42, 43, 44, 45], [.false., .false., .false., .false.]), ai)
  print *, ai
  b = transfer(transfer(ai(4:1:-1), [.false.], size(b)), b)
  print *, b
  b(:2) = transfer(transfer([1_8 + ishft(2_8, 32)], [.false.]), b(:2))
  print *, b(:2)
  all_r = all_nan
  some_r = some
  print *, maxval(all_nan), maxval(all_r), minval(all_nan, mask=.false.) == minval(all_r, mask=.false.)
  print *, maxval(some), minval(some), maxloc(some, 1), minloc(some, 1), maxloc(some_r, 1), minloc(some_r, 1)
  print *, maxloc(all_nan, 1), maxloc(all_r, 1), maxloc(some, 1, back=.true.), maxloc(some_r, 1, back=.true.)
end program
!>           42          43          44          45
!>           42          43          44          45
!>           45          44          43
!>            1           2
!>               NaN              NaN T
!>    0.00000000       0.00000000               2           2           2           2
!>            1           1           2           2
