! Loops that no jump enters are computed as if there were no jumps elsewhere in the procedure.
program goto_and_loops
  implicit none
  integer, parameter :: n = 103
  real :: a(n), b(n)
  integer :: i, k, calls, odd(n)
  logical :: ok
  do i = 1, n
    a(i) = i
    b(i) = 2 * i
  end do
  call work(a, b, n, ok)
  print *, ok, sum(a), sum(b), a(n), b(n)
  call work(a, b, 0, ok)
  print *, ok, a(n)
  ! A jump out of a loop, a jump back over loops, and a value that is used beyond a label.
  calls = 0
  k = 7
10 continue
  calls = calls + 1
  do i = 1, n
    odd(i) = mod(i * k + calls, 5)
    if (odd(i) > 100) goto 30
  end do
  do i = 1, n
    odd(i) = odd(i) * calls + i
  end do
  if (calls < 3) goto 10
  do i = 1, n
    if (odd(i) > 60) goto 20
  end do
  print *, 'not here'
20 print *, calls, i, odd(i), sum(odd)
  if (calls == 3) then
    do i = n, 1, -1
      if (i < 50) goto 30
      odd(i) = -odd(i)
    end do
  end if
30 continue
  print *, i, sum(odd)
contains
  subroutine work(a, b, n, ok)
    integer, intent(in) :: n
    real, intent(inout) :: a(n), b(n)
    logical, intent(out) :: ok
    integer :: i, k
    real :: largest
    ok = .false.
    if (n == 0) goto 10
    do i = 1, n
      a(i) = a(i) * 2.0 + b(i)
    end do
    k = 0
20  k = k + 1
    largest = 0
    do i = 1, n
      b(i) = b(i) + a(i) * k
      largest = max(largest, b(i))
    end do
    do i = 2, n
      a(i) = a(i - 1) + b(i) / largest
    end do
    if (k < 3) goto 20
    ok = largest > 0
10  continue
  end subroutine
end program
!>  T   2050.82861       43022.5859       52.1846275       892.329834
!>  F   52.1846275
!>            3          53          65        5974
!>           49       -2942
