! Division of integers by constants in loops.
program constant_divisors
  implicit none
  integer, parameter :: n = 61
  integer :: x(n), q(n), r(n), m(n), i, wrong
  integer, volatile :: d
  x(1:11) = [0, 1, -1, 6, 7, 8, -6, -7, -8, huge(1), -huge(1)]
  x(12) = -huge(1) - 1
  x(13) = huge(1) - 1
  do i = 14, n
    x(i) = ieor(i * 1103515245, ishft(i, 17)) * 12345 + i
  end do
  wrong = 0
  q = x / 7; r = mod(x, 7); m = modulo(x, 7); d = 7; call check
  q = x / (-7); r = mod(x, -7); m = modulo(x, -7); d = -7; call check
  q = x / 2; r = mod(x, 2); m = modulo(x, 2); d = 2; call check
  q = x / 16; r = mod(x, 16); m = modulo(x, 16); d = 16; call check
  q = x / (-8); r = mod(x, -8); m = modulo(x, -8); d = -8; call check
  q = x / 1000; r = mod(x, 1000); m = modulo(x, 1000); d = 1000; call check
  q = x / 641; r = mod(x, 641); m = modulo(x, 641); d = 641; call check
  q = x / 3; r = mod(x, 3); m = modulo(x, 3); d = 3; call check
  q = x / 1073741825; r = mod(x, 1073741825); m = modulo(x, 1073741825); d = 1073741825; call check
  q = x / huge(1); r = mod(x, huge(1)); m = modulo(x, huge(1)); d = huge(1); call check
  q = x / 1; r = mod(x, 1); m = modulo(x, 1); d = 1; call check
  do i = 1, n
    q(i) = x(i) / 10 + mod(i, 5)
    r(i) = mod(x(i), 10) - i / 3
    m(i) = modulo(x(i) - 1, 10) + modulo(-i, 12)
  end do
  print *, wrong, q(9:13), r(9:13), m(9:13)
  print *, sum(int(q, 8)), sum(int(r, 8)), sum(int(m, 8))
contains
  subroutine check
    integer :: k
    integer(8) :: big
    do k = 1, n
      big = x(k)
      if (q(k) /= big / d .or. r(k) /= mod(big, int(d, 8)) .or. m(k) /= modulo(big, int(d, 8))) then
        wrong = wrong + 1
        print *, 'wrong', x(k), d, q(k), r(k), m(k)
      end if
    end do
  end subroutine
end program
!>            0           4   214748364  -214748363  -214748362   214748367         -11           4         -10         -12           2           4           8           3           7          16
!>             370272687                 -592                  654
