! Quotients and rests by constants are those by variables; shifts by constants; choices between cheap results.
program constant_divisors
  implicit none
  integer :: x, k, bad
  integer, volatile :: d
  integer, parameter :: ends(12) = [-huge(1) - 1, -huge(1), -1000000007, -65536, -10, -1, 0, 1, 9, 2147483629, huge(1) - 1, huge(1)]
  integer(8) :: n, steps
  integer :: digits, odd, even
  bad = 0
  do k = 1, 12
    call check(ends(k))
  end do
  do x = -3000, 3000
    call check(x)
    call check(x * 700001)
  end do
  print *, bad
  digits = 0
  do x = 1, 5000
    k = x
    do while (k > 0)
      digits = digits + mod(k, 10)
      k = k / 10
    end do
  end do
  print *, digits
  steps = 0
  do x = 1, 3000
    n = x
    do while (n /= 1)
      if (mod(n, 2_8) == 0) then
        n = ishft(n, -1)
      else
        n = 3 * n + 1
      end if
      steps = steps + 1
    end do
  end do
  print *, steps
  odd = 0
  even = 0
  do x = -7, 9
    if (mod(x, 2) /= 0) then
      odd = odd + x
    else
      even = even + x
    end if
    if (mod(x, -4) == 0) even = even * 2
    if (modulo(x, 8) == 0) odd = odd * 5
    if (mod(x, 2) == 1) odd = odd - 9
  end do
  print *, odd, even
contains
  subroutine check(x)
    integer, intent(in) :: x
    d = 3
    if (x / 3 /= x / d .or. mod(x, 3) /= mod(x, d) .or. modulo(x, 3) /= modulo(x, d)) bad = bad + 1
    d = 7
    if (x / 7 /= x / d .or. mod(x, 7) /= mod(x, d) .or. modulo(x, 7) /= modulo(x, d)) bad = bad + 1
    d = 10
    if (x / 10 /= x / d .or. mod(x, 10) /= mod(x, d) .or. modulo(x, 10) /= modulo(x, d)) bad = bad + 1
    d = 641
    if (x / 641 /= x / d .or. mod(x, 641) /= mod(x, d) .or. modulo(x, 641) /= modulo(x, d)) bad = bad + 1
    d = 1000000007
    if (x / 1000000007 /= x / d .or. mod(x, 1000000007) /= mod(x, d)) bad = bad + 1
    d = huge(1)
    if (x / huge(1) /= x / d .or. mod(x, huge(1)) /= mod(x, d)) bad = bad + 1
    d = -10
    if (x / (-10) /= x / d .or. mod(x, -10) /= mod(x, d) .or. modulo(x, -10) /= modulo(x, d)) bad = bad + 1
    d = 5
    if (x * 5 /= x * d .or. 9 * x /= d * x + 4 * x .or. x * 3 + 2 * x /= x * d) bad = bad + 1
  end subroutine
end program
!>            0
!>        77505
!>                215063
!>         -500        -124
