! regions: on the device
! Threads of kernels call procedures that call themselves at their end only: these have become loops.
program kernel_tail_calls
  implicit none
  integer :: i, sums(100), divisors(100), steps(100)
  real :: powers(20)
  !$omp target teams distribute parallel do map(from: sums)
  do i = 1, 100
    sums(i) = sum_to(i, 0)
  end do
  !$omp target teams distribute parallel do map(from: divisors)
  do i = 1, 100
    divisors(i) = gcd(i, 36)
  end do
  !$omp target teams distribute parallel do map(from: steps)
  do i = 1, 100
    call collatz(i, 0, steps(i))
  end do
  !$omp target teams distribute parallel do map(from: powers)
  do i = 1, 20
    powers(i) = twice(i)
  end do
  print *, sum(sums), sum(divisors), sum(steps), maxval(steps)
  print *, powers(1), powers(10), powers(20)
contains
  recursive integer function sum_to(n, so_far) result(s)
    integer, value :: n, so_far
    if (n == 0) then
      s = so_far
    else
      s = sum_to(n - 1, so_far + n)
    end if
  end function
  recursive integer function gcd(a, b) result(s)
    integer, intent(in) :: a, b
    if (b == 0) then
      s = a
    else
      s = gcd(b, mod(a, b))
    end if
  end function
  recursive subroutine collatz(n, k, steps)
    integer, value :: n, k
    integer, intent(out) :: steps
    if (n == 1) then
      steps = k
    else if (mod(n, 2) == 0) then
      call collatz(n / 2, k + 1, steps)
    else
      call collatz(3 * n + 1, k + 1, steps)
    end if
  end subroutine
  ! Calls a procedure that has become a loop.
  real function twice(n)
    integer, intent(in) :: n
    twice = real(gcd(n, 12)) * power(2.0, n)
  end function
  real function power(x, n)
    real, intent(in) :: x
    integer, intent(in) :: n
    power = times(x, n, 1.0)
  end function
  recursive real function times(x, n, p) result(r)
    real, value :: x, p
    integer, value :: n
    if (n == 0) then
      r = p
    else
      r = times(x, n - 1, p * x)
    end if
  end function
end program
!>       171700         450        3142         118
!>    2.00000000       2048.00000       4194304.00
