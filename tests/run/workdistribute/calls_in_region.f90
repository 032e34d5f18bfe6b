! offload: default
module procs
  implicit none
contains
  elemental subroutine order(a, b)
    integer, intent(inout) :: a, b
    integer :: t
    if (a <= b) return
    t = a
    a = b
    b = t
  end subroutine
  pure subroutine minmax(v, lo, hi)
    integer, intent(in) :: v(:)
    integer, intent(out) :: lo, hi
    lo = minval(v)
    hi = maxval(v)
  end subroutine
  pure subroutine scale(v, n, f)
    integer, intent(in) :: n, f
    integer, intent(inout) :: v(n)
    v = v * f + cshift(v, 1)
  end subroutine
end module
program calls_in_region
  use procs
  implicit none
  integer :: a(30), b(30), lo, hi, i
  a = [(mod(i * 17, 31), i = 1, 30)]
  b = [(mod(i * 7, 29), i = 1, 30)]
  lo = 0
  hi = 0
  !$omp target teams workdistribute map(tofrom: lo, hi)
  call order(a, b)
  call minmax(b, lo, hi)
  call scale(a, 30, 2)
  b = b + lo - hi
  !$omp end target teams workdistribute
  print '(10i6)', a, b
  print *, lo, hi
end program
!>     17    26    46    18    21    38    52    29    22    25
!>     20    40    19    29    38    51    16    33    50    50
!>      6    20    37    11    10    31    41    22     7    21
!>     -9   -12    -5     2    -3   -13     0     1     3   -11
!>     -7     0   -22    -5    -8    -1   -16     1    -9     4
!>    -10   -17    -7    -3    -4   -18    -1    -4     2   -12
!>            4          30
