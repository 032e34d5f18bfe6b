! Calls that a procedure makes of itself at its end: results, local variables, swapped arguments, references.
module tails
  implicit none
  integer :: calls = 0
contains
  recursive integer function gcd(a, b) result(g)
    integer, intent(in) :: a, b
    if (b == 0) then
      g = a
      return
    end if
    g = gcd(b, mod(a, b))
  end function
  recursive function count_down(n, sum) result(r)
    integer, value :: n
    integer(8), value :: sum
    integer(8) :: r
    integer :: odd
    odd = 0
    if (mod(n, 2) == 1) odd = 1
    select case (n)
    case (0)
      r = sum
    case (1:10)
      r = count_down(n - 1, sum + 100 * odd)
    case default
      r = count_down(n - 1, sum + odd)
    end select
  end function
  recursive subroutine rotate(a, b, c, n)
    integer, value :: a, b, c, n
    calls = calls + 1
    if (n == 0) then
      print *, a, b, c
    else if (mod(n, 3) == 0) then
      call rotate(b, a, c, n - 1)
    else
      call rotate(c, a, b, n - 1)
    end if
  end subroutine
  recursive subroutine nested(n, x)
    integer, intent(in) :: n
    integer, intent(inout) :: x
    integer :: y
    if (n == 0) return
    y = x + n
    call nested(n - 1, y)
    x = x + y
  end subroutine
  recursive subroutine passed(n, x)
    integer, intent(in) :: n
    integer, intent(in) :: x
    integer :: y
    if (n == 0) then
      calls = x
      return
    end if
    y = x + n
    call passed(n - 1, y)
  end subroutine
  recursive subroutine sort(a, low, high)
    integer, intent(inout) :: a(:)
    integer, intent(in) :: low, high
    integer :: i, j, pivot, t
    if (low >= high) return
    pivot = a((low + high) / 2)
    i = low
    j = high
    do while (i <= j)
      do while (a(i) < pivot)
        i = i + 1
      end do
      do while (a(j) > pivot)
        j = j - 1
      end do
      if (i <= j) then
        t = a(i)
        a(i) = a(j)
        a(j) = t
        i = i + 1
        j = j - 1
      end if
    end do
    call sort(a, low, j)
    call sort(a, i, high)
  end subroutine
  recursive function reversed(s, t) result(r)
    character(*), intent(in) :: s, t
    character(len(s) + len(t)) :: r
    if (len(s) == 0) then
      r = t
    else
      r = reversed(s(2:), s(1:1) // t)
    end if
  end function
  recursive logical function even(n) result(e)
    integer, value :: n
    logical, save :: first = .true.
    real :: unused
    if (first) calls = calls + 1000
    first = .false.
    unused = n
    if (n < 2) then
      e = n == 0 .and. unused == 0
    else
      e = even(n - 2)
    end if
  end function
end module
program main
  use tails
  implicit none
  integer :: x, i, list(50)
  logical :: first_even
  print *, gcd(1071, 462), gcd(7, 0), gcd(2**20, 6**7)
  print *, count_down(200000, 0_8), count_down(0, 5_8)
  call rotate(1, 2, 3, 10)
  call rotate(1, 2, 3, 11)
  print *, calls
  x = 1
  call nested(6, x)
  print *, x
  call passed(100, 0)
  print *, calls
  list = [(mod(i * 37, 101), i = 1, size(list))]
  call sort(list, 1, size(list))
  print *, all(list(2:) >= list(:size(list) - 1)), sum(list)
  print *, reversed('abcdef', '')
  first_even = even(10)
  print *, first_even, even(7), calls
end program
!>           21           7         128
!>                100495                    5
!>            3           2           1
!>            2           1           3
!>           23
!>           98
!>         5050
!>  T        2533
!>  fedcba
!>  T F        6050
