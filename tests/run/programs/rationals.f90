! Rational numbers: generic operators, elemental functions, private components.
module rational_mod
  implicit none
  private
  public :: rational, operator(+), operator(-), operator(*), operator(/), assignment(=), operator(==), operator(<), num, den, to_string
  type :: rational
    private
    integer :: n = 0, d = 1
  end type
  interface rational
    module procedure make_i, make_ii
  end interface
  interface operator(+)
    module procedure add, add_i
  end interface
  interface operator(-)
    module procedure sub, neg
  end interface
  interface operator(*)
    module procedure mul
  end interface
  interface operator(/)
    module procedure divi
  end interface
  interface operator(==)
    module procedure eq
  end interface
  interface operator(<)
    module procedure lt
  end interface
  interface assignment(=)
    module procedure from_int, to_real
  end interface
contains
  elemental function make_i(n) result(r)
    integer, intent(in) :: n
    type(rational) :: r
    r%n = n; r%d = 1
  end function
  elemental function make_ii(n, d) result(r)
    integer, intent(in) :: n, d
    type(rational) :: r
    integer :: g
    g = gcd(abs(n), abs(d))
    if (g == 0) g = 1
    r%n = sign(1, d) * n / g
    r%d = abs(d) / g
  end function
  pure recursive integer function gcd(a, b) result(g)
    integer, intent(in) :: a, b
    if (b == 0) then
      g = a
    else
      g = gcd(b, mod(a, b))
    end if
  end function
  elemental function add(a, b) result(r)
    type(rational), intent(in) :: a, b
    type(rational) :: r
    r = make_ii(a%n*b%d + b%n*a%d, a%d*b%d)
  end function
  elemental function add_i(a, i) result(r)
    type(rational), intent(in) :: a
    integer, intent(in) :: i
    type(rational) :: r
    r = a + make_i(i)
  end function
  elemental function sub(a, b) result(r)
    type(rational), intent(in) :: a, b
    type(rational) :: r
    r = a + neg(b)
  end function
  elemental function neg(a) result(r)
    type(rational), intent(in) :: a
    type(rational) :: r
    r%n = -a%n; r%d = a%d
  end function
  elemental function mul(a, b) result(r)
    type(rational), intent(in) :: a, b
    type(rational) :: r
    r = rational(a%n*b%n, a%d*b%d)
  end function
  elemental function divi(a, b) result(r)
    type(rational), intent(in) :: a, b
    type(rational) :: r
    r = rational(a%n*b%d, a%d*b%n)
  end function
  elemental logical function eq(a, b)
    type(rational), intent(in) :: a, b
    eq = a%n == b%n .and. a%d == b%d
  end function
  elemental logical function lt(a, b)
    type(rational), intent(in) :: a, b
    lt = a%n*b%d < b%n*a%d
  end function
  elemental subroutine from_int(r, i)
    type(rational), intent(out) :: r
    integer, intent(in) :: i
    r%n = i; r%d = 1
  end subroutine
  elemental subroutine to_real(x, r)
    real, intent(out) :: x
    type(rational), intent(in) :: r
    x = real(r%n) / real(r%d)
  end subroutine
  elemental integer function num(r)
    type(rational), intent(in) :: r
    num = r%n
  end function
  elemental integer function den(r)
    type(rational), intent(in) :: r
    den = r%d
  end function
  function to_string(r) result(s)
    type(rational), intent(in) :: r
    character(:), allocatable :: s
    character(32) :: buf
    if (r%d == 1) then
      write (buf, '(i0)') r%n
    else
      write (buf, '(i0,"/",i0)') r%n, r%d
    end if
    s = trim(buf)
  end function
end module

program main
  use rational_mod
  implicit none
  type(rational) :: a, b, v(5), s
  real :: x
  integer :: i
  a = rational(1, 2)
  b = rational(-3, -4)
  print *, to_string(a + b), ' ', to_string(a - b), ' ', to_string(a*b), ' ', to_string(a/b)
  print *, to_string(-a), ' ', to_string(a + 3), a < b, a == rational(2, 4)
  v = [(rational(1, i), i = 1, 5)]
  s = 0
  do i = 1, size(v)
    s = s + v(i)
  end do
  print *, to_string(s)
  x = s
  print '(f10.6)', x
  v = v * v + 1
  print *, (to_string(v(i)) // ' ', i = 1, 5)
  print *, num(v), den(v)
  v = 7
  print *, all(v == rational(7)), count(v < rational(15, 2))
  if (any(num(v) /= 7)) error stop 'bad'
end program
!>  5/4 -1/4 3/8 2/3
!>  -1/2 7/2 T T
!>  137/60
!>   2.283333
!>  2 5/4 10/9 17/16 26/25
!>            2           5          10          17          26           1           4           9          16          25
!>  T           5
