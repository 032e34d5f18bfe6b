module m
  implicit none
  abstract interface
    real function fn(x); real, intent(in) :: x; end function
    subroutine act(i); integer, intent(in) :: i; end subroutine
    function byval(a, b) bind(c) result(r)
      use iso_c_binding
      real(c_double), value :: a, b
      real(c_double) :: r
    end function
    function str(n) result(r); integer, intent(in) :: n; character(n) :: r; end function
  end interface
  type holder
    procedure(fn), pointer, nopass :: p => null()
  end type
contains
  real function integrate(f, a, b, n)
    procedure(fn) :: f
    real, intent(in) :: a, b
    integer, intent(in) :: n
    integer :: i
    integrate = 0
    do i = 1, n
      integrate = integrate + f(a + (i - 0.5) * (b - a) / n) * (b - a) / n
    end do
  end function
  subroutine each(n, s)
    integer, intent(in) :: n
    procedure(act) :: s
    integer :: i
    do i = 1, n; call s(i); end do
  end subroutine
  recursive subroutine nest(level, outer)
    integer, intent(in) :: level
    procedure(act) :: outer
    integer :: here
    here = 10 * level
    if (level < 4) then
      call nest(level + 1, mine)
    else
      call outer(100); call mine(200)
    end if
    call outer(level)
  contains
    subroutine mine(i)
      integer, intent(in) :: i
      print *, 'mine of level', level, here, i
      here = here + 1
    end subroutine
  end subroutine
  function apply(f, x) result(r)
    procedure(byval) :: f
    double precision, intent(in) :: x
    double precision :: r
    r = f(x, 2 * x)
  end function
  subroutine show(f, n)
    procedure(str) :: f
    integer, intent(in) :: n
    print *, '[', f(n), ']'
  end subroutine
  subroutine ext(f)
    external f
    integer :: k
    k = 5
    call f(k)
    print *, k
  end subroutine
end module
program t
  use m
  implicit none
  real :: c
  integer :: total, i
  type(holder) :: h
  procedure(fn), pointer :: q
  character(3) :: tag
  c = 2.5; total = 0; tag = 'abc'
  print *, integrate(poly, 0., 1., 10)
  c = 1; print *, integrate(poly, 0., 1., 10)
  call each(5, add); print *, total
  call nest(1, add); print *, total
  call scoped(3)
  q => poly; print *, q(2.0); c = 7; print *, q(2.0)
  h%p => poly; print *, h%p(1.0)
  call setup(); print *, q(3.0), associated(q, other)
  call show(fill, 5)
  print *, apply(cfun, 1.5d0)
  do i = 1, 3; call each(i, add); end do
  print *, total
  call ext(incr)
contains
  real function poly(x)
    real, intent(in) :: x
    poly = c * x * x
  end function
  real function other(x)
    real, intent(in) :: x
    other = c + x
  end function
  subroutine setup()
    q => other
  end subroutine
  subroutine add(i)
    integer, intent(in) :: i
    total = total + i
  end subroutine
  subroutine incr(k)
    integer :: k
    k = k + total
  end subroutine
  function fill(n) result(r)
    integer, intent(in) :: n
    character(n) :: r
    r = tag // 'xyz'
  end function
  function cfun(a, b) bind(c) result(r)
    use iso_c_binding
    real(c_double), value :: a, b
    real(c_double) :: r
    r = a * c + b
  end function
  subroutine scoped(n)
    integer, intent(in) :: n
    print *, integrate(poly, 0., real(n), 100)
  end subroutine
end program
!>   0.831250012
!>   0.332499981
!>           15
!>  mine of level           3          30         100
!>  mine of level           4          40         200
!>  mine of level           3          31           4
!>  mine of level           2          20           3
!>  mine of level           1          10           2
!>           16
!>    8.99977493
!>    4.00000000
!>    28.0000000
!>    7.00000000
!>    10.0000000     T
!>  [abcxy]
!>    13.500000000000000
!>           26
!>           31
