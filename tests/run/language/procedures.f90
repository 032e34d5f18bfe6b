module shapes
  implicit none
  private
  public :: area, total, counter, bump, dp, gen
  integer, parameter :: dp = kind(1.0d0)
  integer, save :: counter = 0
  interface gen
    module procedure gen_i, gen_r
  end interface
contains
  function area(w, h) result(a)
    real(dp), intent(in) :: w
    real(dp), intent(in), optional :: h
    real(dp) :: a
    if (present(h)) then
      a = w * h
    else
      a = w * w
    end if
  end function
  recursive function fact(n) result(r)
    integer, intent(in) :: n
    integer :: r
    if (n <= 1) then
      r = 1
    else
      r = n * fact(n - 1)
    end if
  end function
  function total(v) result(t)
    integer, intent(in) :: v(:)
    integer :: t
    t = sum(v) + fact(5)
  end function
  subroutine bump(by)
    integer, intent(in) :: by
    integer, save :: calls = 0
    calls = calls + 1
    counter = counter + by * calls
  end subroutine
  function gen_i(x) result(s)
    integer, intent(in) :: x
    character(len=8) :: s
    write (s, '(a, i0)') 'int ', x
  end function
  function gen_r(x) result(s)
    real, intent(in) :: x
    character(len=:), allocatable :: s
    character(len=20) :: t
    write (t, '(f6.2)') x
    s = 'real ' // trim(adjustl(t))
  end function
end module
program procedures
  use shapes, only: area, total, bump, counter, dp, describe => gen
  implicit none
  integer :: v(4), i
  real(dp) :: mat(3, 2)
  character(len=10) :: name
  v = [1, 2, 3, 4]
  print '(2f8.3)', area(2.0_dp), area(h=3.0_dp, w=2.0_dp)
  print *, total(v(4:1:-1)), total([10, 20])
  do i = 1, 3
    call bump(by=i)
  end do
  print *, counter
  print *, describe(42), '|', describe(2.5), '|'
  mat = make(3, 2)
  print '(3f6.1)', mat
  call fill(mat(:, 2), 7.0_dp)
  call fill(mat(2, :), 9.0_dp)
  print '(3f6.1)', mat
  name = 'ferro'
  call upper(name)
  print *, name, len_trim(name)
  call swap(v(1), v(4))
  print *, v
  print *, apply(double, 21)
contains
  function make(n, m) result(a)
    integer, intent(in) :: n, m
    real(dp) :: a(n, m)
    integer :: i, j
    do j = 1, m
      do i = 1, n
        a(i, j) = i + 10 * j
      end do
    end do
  end function
  subroutine fill(x, val)
    real(dp), intent(inout) :: x(:)
    real(dp), intent(in) :: val
    x = val
  end subroutine
  subroutine upper(s)
    character(len=*), intent(inout) :: s
    integer :: k
    do k = 1, len(s)
      if (s(k:k) >= 'a' .and. s(k:k) <= 'z') s(k:k) = achar(iachar(s(k:k)) - 32)
    end do
  end subroutine
  elemental subroutine swap(a, b)
    integer, intent(inout) :: a, b
    integer :: t
    t = a
    a = b
    b = t
  end subroutine
  integer function apply(f, x)
    interface
      integer function f(y)
        integer, intent(in) :: y
      end function
    end interface
    integer, intent(in) :: x
    apply = f(x)
  end function
  integer function double(y)
    integer, intent(in) :: y
    double = 2 * y
  end function
end program
!>    4.000   6.000
!>          130         150
!>           14
!>  int 42  |real 2.50|
!>   11.0  12.0  13.0
!>   21.0  22.0  23.0
!>   11.0   9.0  13.0
!>    7.0   9.0   7.0
!>  FERRO                5
!>            4           2           3           1
!>           42
