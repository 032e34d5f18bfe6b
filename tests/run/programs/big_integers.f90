! Integers of any length: allocatable components, defined operators and assignment.
module bigint_mod
  implicit none
  integer, parameter :: base = 10000, bd = 4
  type bigint
    integer, allocatable :: d(:)
    logical :: neg = .false.
  end type
  interface bigint
    procedure from_int, from_str
  end interface
  interface operator(+)
    procedure add
  end interface
  interface operator(-)
    procedure sub
  end interface
  interface operator(*)
    procedure mul, mul_small
  end interface
  interface operator(.pow.)
    procedure power
  end interface
  interface operator(>=)
    procedure ge
  end interface
  interface assignment(=)
    procedure asg_i
  end interface
contains
  subroutine asg_i(b, i)
    type(bigint), intent(out) :: b
    integer, intent(in) :: i
    b = from_int(i)
  end subroutine
  function from_int(i) result(b)
    integer, intent(in) :: i
    type(bigint) :: b
    integer :: n
    n = abs(i); b%neg = i < 0
    allocate(b%d(0))
    do while (n > 0)
      b%d = [b%d, mod(n, base)]
      n = n/base
    end do
  end function
  function from_str(s) result(b)
    character(*), intent(in) :: s
    type(bigint) :: b
    integer :: i, lo, v
    allocate(b%d(0))
    do i = len(s), 1, -bd
      lo = max(1, i-bd+1)
      read (s(lo:i), *) v
      b%d = [b%d, v]
    end do
    call trim_zeros(b)
  end function
  subroutine trim_zeros(b)
    type(bigint), intent(inout) :: b
    integer :: n
    n = size(b%d)
    do while (n > 0)
      if (b%d(n) /= 0) exit
      n = n - 1
    end do
    b%d = b%d(:n)
    if (n == 0) b%neg = .false.
  end subroutine
  integer function cmp_abs(a, b) result(c)
    type(bigint), intent(in) :: a, b
    integer :: i
    c = size(a%d) - size(b%d)
    if (c /= 0) return
    do i = size(a%d), 1, -1
      c = a%d(i) - b%d(i)
      if (c /= 0) return
    end do
  end function
  logical function ge(a, b)
    type(bigint), intent(in) :: a, b
    ge = cmp_abs(a, b) >= 0
  end function
  function add_abs(a, b) result(c)
    type(bigint), intent(in) :: a, b
    type(bigint) :: c
    integer :: n, i, carry
    n = max(size(a%d), size(b%d)) + 1
    allocate(c%d(n), source=0)
    c%d(:size(a%d)) = a%d
    c%d(:size(b%d)) = c%d(:size(b%d)) + b%d
    carry = 0
    do i = 1, n
      c%d(i) = c%d(i) + carry
      carry = c%d(i)/base
      c%d(i) = mod(c%d(i), base)
    end do
    call trim_zeros(c)
  end function
  function sub_abs(a, b) result(c)
    type(bigint), intent(in) :: a, b
    type(bigint) :: c
    integer :: i
    c = a
    c%neg = .false.
    c%d(:size(b%d)) = c%d(:size(b%d)) - b%d
    do i = 1, size(c%d) - 1
      if (c%d(i) < 0) then
        c%d(i) = c%d(i) + base
        c%d(i+1) = c%d(i+1) - 1
      end if
    end do
    call trim_zeros(c)
  end function
  function add(a, b) result(c)
    type(bigint), intent(in) :: a, b
    type(bigint) :: c
    if (a%neg .eqv. b%neg) then
      c = add_abs(a, b); c%neg = a%neg
    else if (a >= b) then
      c = sub_abs(a, b); c%neg = a%neg .and. size(c%d) > 0
    else
      c = sub_abs(b, a); c%neg = b%neg
    end if
  end function
  function sub(a, b) result(c)
    type(bigint), intent(in) :: a, b
    type(bigint) :: c, m
    m = b; m%neg = .not. b%neg
    c = a + m
  end function
  function mul(a, b) result(c)
    type(bigint), intent(in) :: a, b
    type(bigint) :: c
    integer :: i, j, carry, t
    allocate(c%d(size(a%d) + size(b%d) + 1))
    c%d = 0
    do i = 1, size(a%d)
      carry = 0
      do j = 1, size(b%d)
        t = c%d(i+j-1) + a%d(i)*b%d(j) + carry
        c%d(i+j-1) = mod(t, base); carry = t/base
      end do
      c%d(i+size(b%d)) = c%d(i+size(b%d)) + carry
    end do
    c%neg = a%neg .neqv. b%neg
    call trim_zeros(c)
  end function
  function mul_small(a, k) result(c)
    type(bigint), intent(in) :: a
    integer, intent(in) :: k
    type(bigint) :: c
    c = a * bigint(k)
  end function
  recursive function power(a, n) result(c)
    type(bigint), intent(in) :: a
    integer, intent(in) :: n
    type(bigint) :: c
    if (n == 0) then
      c = 1
    else if (mod(n, 2) == 0) then
      c = power(a*a, n/2)
    else
      c = a * (a .pow. (n-1))
    end if
  end function
  function str(a) result(s)
    type(bigint), intent(in) :: a
    character(:), allocatable :: s
    character(bd) :: t
    integer :: i
    s = ''
    if (size(a%d) == 0) then
      s = '0'; return
    end if
    if (a%neg) s = '-'
    do i = size(a%d), 1, -1
      write (t, '(i4.4)') a%d(i)
      s = s // t
    end do
    i = verify(s, '-0')
    s = s(1:merge(1, 0, a%neg)) // s(i:)
  end function
end module
program main
  use bigint_mod
  implicit none
  type(bigint) :: f, a, b, fib(3)
  integer :: i
  f = 1
  do i = 2, 50
    f = f * i
  end do
  print '(a)', str(f)
  print '(a)', str(bigint(2) .pow. 200)
  a = bigint('123456789012345678901234567890')
  b = bigint('987654321098765432109876543210')
  print '(a)', str(a+b), str(a-b), str(b-a), str(a*b), str(a-a)
  fib(1) = 0; fib(2) = 1
  do i = 1, 300
    fib(3) = fib(1) + fib(2)
    fib(1) = fib(2); fib(2) = fib(3)
  end do
  print '(a)', str(fib(3))
end program
!> 30414093201713378043612608166064768844377641568960512000000000000
!> 1606938044258990275541962092341162602522202993782792835301376
!> 1111111110111111111011111111100
!> -864197532086419753208641975320
!> 864197532086419753208641975320
!> 121932631137021795226185032733622923332237463801111263526900
!> 0
!> 359579325206583560961765665172189099052367214309267232255589801
