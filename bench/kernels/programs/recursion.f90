! Recursive procedures: Fibonacci numbers, Ackermann's function, the towers of Hanoi.
module rec
  implicit none
  integer :: moves
contains
  recursive function fib(n) result(f)
    integer, intent(in) :: n
    integer :: f
    if (n < 2) then
      f = n
    else
      f = fib(n - 1) + fib(n - 2)
    end if
  end function
  recursive integer function ackermann(m, n) result(a)
    integer, value :: m, n
    if (m == 0) then
      a = n + 1
    else if (n == 0) then
      a = ackermann(m - 1, 1)
    else
      a = ackermann(m - 1, ackermann(m, n - 1))
    end if
  end function
  recursive subroutine hanoi(n, from, to, via)
    integer, intent(in) :: n, from, to, via
    if (n == 0) return
    call hanoi(n - 1, from, via, to)
    moves = moves + 1
    call hanoi(n - 1, via, to, from)
  end subroutine
end module
program main
  use rec
  implicit none
  real(8) :: t0, t1
  integer :: f, a
  call cpu_time(t0)
  f = fib(36)
  a = ackermann(2, 2000) + ackermann(3, 8)
  moves = 0
  call hanoi(22, 1, 2, 3)
  call cpu_time(t1)
  print *, f, a, moves
  print '(f12.6)', t1 - t0
end program
