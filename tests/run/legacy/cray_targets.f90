! The object of a Cray pointer lies in a variable: what is assigned through one name is seen under the other.
program cray_targets
  implicit none
  type pair
    integer :: i
    real :: r
  end type
  integer, parameter :: n = 5
  integer :: a(n), pa(n), i, bad
  real :: x(n), px(n)
  type(pair) :: s(n), ps(n)
  logical, external :: differ
  pointer (at_a, pa)
  pointer (at_x, px)
  pointer (at_s, ps)
  at_a = loc(a)
  at_x = loc(x)
  at_s = loc(s)
  bad = 0
  do i = 1, n
    pa(i) = i
    if (differ(pa(i), a(i))) bad = bad + 1
    a(i) = -pa(i)
    if (differ(pa(i), a(i))) bad = bad + 1
    px(i) = i*5.0
    if (x(i) /= i*5.0) bad = bad + 1
    x(i) = -i
    if (px(i) /= x(i) .or. px(i) > 0) bad = bad + 1
    ps(i)%i = i
    s(i)%i = 2*ps(i)%i
    if (differ(ps(i)%i, 2*i)) bad = bad + 1
    ps(i)%r = s(i)%i
    if (s(i)%r /= ps(i)%i) bad = bad + 1
  end do
  pa = a + 1
  a = a*2
  print '(i3, 5i4, 5f6.1)', bad, pa, px
  pa(2:) = a(:n - 1)
  print '(5i4)', a
  print '(5(i4, f6.1))', s
end program
logical function differ(i, j)
  implicit none
  integer, intent(in) :: i, j
  differ = i /= j
end function
!>   0   0  -2  -4  -6  -8  -1.0  -2.0  -3.0  -4.0  -5.0
!>    0   0  -2  -4  -6
!>    2   2.0   4   4.0   6   6.0   8   8.0  10  10.0
