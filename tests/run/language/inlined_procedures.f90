! Calls inside one file: scalars by value, bodies in place of calls, recursion.
module tools
  implicit none
  integer :: calls = 0
  real, target :: shared = 1.0
contains
  pure integer function twice(n)
    integer, intent(in) :: n
    twice = 2 * n
  end function
  subroutine swap(a, b)
    integer, intent(inout) :: a, b
    integer :: t
    t = a
    a = b
    b = t
  end subroutine
  integer function clamp(x, lo, hi) result(r)
    integer, intent(in) :: x
    integer, intent(in), optional :: lo, hi
    r = x
    if (present(lo)) then
      if (x < lo) then
        r = lo
        return
      end if
    end if
    if (present(hi)) r = min(r, hi)
  end function
  subroutine change_target(x, y)
    real, target, intent(in) :: x
    real, intent(out) :: y
    shared = 5.0
    y = x
  end subroutine
  recursive integer function depth(n, limit) result(d)
    integer, intent(in) :: n, limit
    integer :: here
    calls = calls + 1
    here = n
    if (n >= limit) then
      d = here
      return
    end if
    d = depth(n + 1, limit) + here
  end function
  recursive subroutine fill(a, lo, hi)
    integer, intent(inout) :: a(:)
    integer, intent(in) :: lo, hi
    integer :: mid
    if (lo > hi) return
    mid = (lo + hi) / 2
    a(mid) = hi - lo
    call fill(a, lo, mid - 1)
    call fill(a, mid + 1, hi)
  end subroutine
  logical function even(n)
    integer, value :: n
    n = n - 2 * (n / 2)
    even = n == 0
  end function
  real function first(x)
    real, intent(in) :: x(:)
    integer :: i
    first = -1
    do i = 1, size(x)
      if (x(i) > 2.5) then
        first = x(i)
        exit
      end if
    end do
  end function
  subroutine pass_on(n, m)
    integer, intent(in) :: n
    integer, intent(out) :: m
    call inner(n)
  contains
    subroutine inner(k)
      integer, intent(in) :: k
      m = k + twice(k)
    end subroutine
  end subroutine
end module
program main
  use tools
  implicit none
  integer :: i, j, k, a(10)
  integer(8) :: total
  real :: y
  procedure(twice), pointer :: p
  i = 3
  j = 4
  call swap(i, j)
  print *, i, j, twice(i) + twice(twice(j))
  print *, clamp(5), clamp(5, 7), clamp(5, hi=2), clamp(5, 1, 9)
  call change_target(shared, y)
  print *, y
  print *, depth(1, 20), calls
  call fill(a, 1, 10)
  print *, a
  total = 0
  do k = 1, 1000
    if (even(k)) total = total + twice(k)
    call swap(i, j)
  end do
  print *, total, i, j
  print *, first([1.0, 2.0, 3.0, 4.0]), first([1.0])
  call pass_on(7, k)
  print *, k
  p => twice
  print *, p(21)
  print *, external_sum(3, 4)
contains
  integer function external_sum(a, b)
    integer :: a, b
    external_sum = a + b + i
  end function
end program
!>            4           3          20
!>            5           7           2           5
!>    5.00000000
!>          210          20
!>            0           3           1           0           9           1           0           4           1           0
!>                501000           4           3
!>    3.00000000      -1.00000000
!>           21
!>           42
!>           11
