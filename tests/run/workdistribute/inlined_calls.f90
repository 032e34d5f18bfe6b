module shapes
  implicit none
  real(8), parameter :: weights(3) = [0.25d0, 0.5d0, 0.25d0]
  type pair
    real(8) :: lo, hi
  end type
contains
  elemental integer function collatz(n) result(k)
    integer, intent(in) :: n
    integer :: v
    v = n
    k = 0
    do while (v > 1)
      if (mod(v, 2) == 0) then
        v = v / 2
      else
        v = 3 * v + 1
      end if
      k = k + 1
      if (k > 200) return
    end do
  end function
  elemental real(8) function outer(x, y)
    real(8), intent(in) :: x, y
    outer = inner(x) + inner(inner(y))
    if (outer > 50) outer = 50 - inner(outer)
  end function
  elemental real(8) function inner(x)
    real(8), intent(in) :: x
    if (x < 0) then
      inner = -x
      return
    end if
    inner = x * 0.5d0
  end function
  pure real(8) function window(v, i)
    real(8), intent(in) :: v(:)
    integer, intent(in) :: i
    integer :: j
    window = 0
    do j = -1, 1
      if (i + j < 1 .or. i + j > size(v)) cycle
      window = window + weights(j + 2) * v(i + j)
    end do
  end function
  pure real(8) function mean(v, n)
    integer, intent(in) :: n
    real(8), intent(in) :: v(n)
    mean = sum(v) / n
  end function
  elemental real(8) function clip(x, p)
    real(8), intent(in) :: x
    type(pair), intent(in) :: p
    clip = max(p%lo, min(p%hi, x))
  end function
  elemental logical function odd(i)
    integer, intent(in) :: i
    select case (mod(i, 2))
    case (0)
      odd = .false.
    case default
      odd = .true.
    end select
  end function
  elemental subroutine swap(a, b)
    integer, intent(inout) :: a, b
    integer :: t
    t = a
    a = b
    b = t
  end subroutine
end module
program inlined_calls
  use shapes
  implicit none
  integer :: n(40), m(40), i
  real(8) :: x(40), y(40), z(40), s
  n = [(i * 3, i = 1, 40)]
  x = [(mod(i * 7, 19) - 9.0d0, i = 1, 40)]
  y = 0
  !$omp target teams workdistribute map(tofrom: s)
  m = collatz(n) + collatz(n(40:1:-1))
  y = outer(x, x(40:1:-1) * 10)
  where (odd(m)) y = y + collatz(m)
  x = outer(inner(x), y) + local(x)
  z = clip(x, pair(1.0d0, 20.0d0))
  s = mean(z, 40) + maxval(inner(z))
  z = z - mean(z(1:20), 20) * s
  z(2:) = inner(z(1:39))
  !$omp end target teams workdistribute
  print '(10i6)', m
  print '(5f12.4)', x, y, z, s
  call swap(n(1:20), n(21:40))
  print '(10i6)', n
contains
  elemental real(8) function local(x)
    real(8), intent(in) :: x
    local = x * x
    if (x > 3) local = local - 1
  end function
end program
!>     27    28    52    78   130    58    32    35   123    35
!>     43    51    43    30    51    25    46   126    59   126
!>    126    59   126    46    25    51    30    43    51    43
!>     35   123    35    32    58   130    78    52    28    27
!>      36.3750     28.3750     58.5000      1.8750     55.6250
!>      33.7500      5.3750     94.1250     26.5000     21.0000
!>      87.2500     10.2500     48.2500     46.1250      8.6250
!>      78.0000     23.3750     10.1250    104.5000      8.6250
!>      28.3750     66.5000      1.8750     55.6250     39.5000
!>      11.3750     90.8750     22.2500     23.7500     87.2500
!>       7.5000     52.5000     49.3750      2.6250     72.2500
!>      23.3750     10.1250     96.5000      8.6250     56.1250
!>     125.5000     12.5000     24.0000      7.5000     23.5000
!>      25.0000      3.5000     47.5000     64.0000     20.0000
!>      77.0000     35.0000     47.0000     28.5000     29.5000
!>      52.0000     21.5000      1.5000     76.0000     14.5000
!>      12.5000     56.0000      7.5000     23.5000     48.0000
!>      27.5000     34.5000     47.0000     31.0000     77.0000
!>      24.0000     64.0000     41.5000      5.5000     29.0000
!>      21.5000      1.5000     44.0000     14.5000    123.5000
!>    -405.1802    405.1802    405.1802    405.1802    423.3052
!>     405.1802    405.1802    419.8052    405.1802    405.1802
!>     405.1802    405.1802    414.9302    405.1802    405.1802
!>     416.5552    405.1802    405.1802    415.0552    405.1802
!>     416.5552    405.1802    405.1802    423.3052    405.1802
!>     405.1802    413.8052    405.1802    405.1802    405.1802
!>     405.1802    417.6802    405.1802    405.1802    422.5552
!>     405.1802    405.1802    415.0552    405.1802    416.5552
!>      26.1750
!>     63    66    69    72    75    78    81    84    87    90
!>     93    96    99   102   105   108   111   114   117   120
!>      3     6     9    12    15    18    21    24    27    30
!>     33    36    39    42    45    48    51    54    57    60
