! options: -O3
! Loops that add whole numbers, halves of even numbers, small arrays of known elements, members of COMMON in loops that may not
! run, products with the other sign, and constants that are stored.
module scalar_code
  implicit none
  real(8) :: factor, terms(3)
  common /numbers/ factor, terms
contains
  subroutine count_up(n, s, t)
    integer, intent(in) :: n
    real(8), intent(inout) :: s
    real(4), intent(inout) :: t
    integer :: i
    do i = 1, n
      s = s + 3
    end do
    do i = 1, n
      t = t - 2
    end do
  end subroutine
  real(8) function ones(n, m)
    integer, intent(in) :: n, m
    real(8) :: a(n, m)
    a = 1
    ones = sum(a)
  end function
  integer function steps(n)
    integer(8), intent(in) :: n
    integer(8) :: k
    k = n
    steps = 0
    do while (k /= 1 .and. k /= -1 .and. k /= 0)
      if (mod(k, 2_8) == 0) then
        k = k / 2
      else
        k = 3 * k + 1
      end if
      steps = steps + 1
      if (steps > 200) exit
    end do
  end function
  subroutine solve(n, a, x)
    integer, intent(in) :: n
    real(8), intent(in) :: a(3, 3, n)
    real(8), intent(inout) :: x(3, n)
    real(8) :: t(3, 3), f
    integer :: i, m
    do i = 1, n
      do m = 1, 3
        t(m, 1) = a(m, 1, i)
        t(m, 2) = a(m, 2, i)
        t(m, 3) = a(m, 3, i)
      end do
      f = t(2, 1) / t(1, 1)
      t(2, 2) = t(2, 2) - f * t(1, 2)
      t(2, 3) = t(2, 3) - f * t(1, 3)
      x(2, i) = x(2, i) - f * x(1, i)
      f = t(3, 1) / t(1, 1)
      t(3, 2) = t(3, 2) - f * t(1, 2)
      t(3, 3) = t(3, 3) - f * t(1, 3)
      x(3, i) = x(3, i) - f * x(1, i)
      f = t(3, 2) / t(2, 2)
      t(3, 3) = t(3, 3) - f * t(2, 3)
      x(3, i) = x(3, i) - f * x(2, i)
      x(3, i) = x(3, i) / t(3, 3)
      x(2, i) = (x(2, i) - t(2, 3) * x(3, i)) / t(2, 2)
      x(1, i) = (x(1, i) - t(1, 2) * x(2, i) - t(1, 3) * x(3, i)) / t(1, 1)
    end do
  end subroutine
  subroutine scale(n, v, w)
    integer, intent(in) :: n
    real(8), intent(in) :: v(*)
    real(8), intent(inout) :: w(5, *)
    integer :: i, m
    do i = 1, n
      do m = 1, 5
        w(m, i) = - factor * v(i)
      end do
      w(2, i) = 0
      w(3, i) = 1
      w(4, i) = w(4, i) + terms(2) * terms(3)
    end do
  end subroutine
  recursive integer function queens(n, row, columns, left, right) result(found)
    integer, intent(in) :: n, row, columns, left, right
    integer :: free, bit
    found = 0
    if (row > n) then
      found = 1
      return
    end if
    free = iand(not(ior(columns, ior(left, right))), ishft(1, n) - 1)
    do while (free /= 0)
      bit = iand(free, -free)
      free = ieor(free, bit)
      found = found + queens(n, row + 1, ior(columns, bit), ishft(ior(left, bit), 1), ishft(ior(right, bit), -1))
    end do
  end function
end module
program p
  use scalar_code
  implicit none
  real(8) :: s, a(3, 3, 2), x(3, 2), w(5, 2), none(1)
  real(4) :: t
  integer :: n
  do n = -1, 3
    s = 0.5d0 * n
    t = 16777216.0 - 4 * n
    call count_up(n * 5, s, t)
    print '(i3, f8.2, f14.2)', n, s, t
  end do
  s = -0d0
  t = 0.1
  call count_up(0, s, t)
  print '(f6.2, f8.4)', s, t
  call count_up(5000, s, t)
  print '(f10.2, f14.4)', s, t
  s = 9007199254740990d0
  call count_up(3, s, t)
  print '(f20.1)', s
  print '(3f8.1)', ones(0, 4), ones(7, 3), ones(100, 4)
  print '(6i5)', steps(1_8), steps(27_8), steps(-6_8), steps(-7_8), steps(96_8), steps(0_8)
  a = reshape([4, 1, 2, 1, 5, 1, 2, 1, 6, 8, 1, 1, 1, 8, 2, 1, 2, 4], [3, 3, 2])
  x = reshape([7, 7, 9, 10, 11, 7], [3, 2])
  call solve(2, a, x)
  print '(6f9.5)', x
  factor = 1.5d0
  terms = [1, 2, 3]
  call scale(0, none, w)
  call scale(2, [2d0, 0d0], w)
  print '(10f7.2)', w
  print '(l2)', sign(1d0, w(1, 2)) < 0
  print '(4i5)', (queens(n, 1, 0, 0, 0), n = 4, 7)
end program
!>  -1   -0.50   16777220.00
!>   0    0.00   16777216.00
!>   1   15.50   16777202.00
!>   2   31.00   16777188.00
!>   3   46.50   16777174.00
!>  -0.00  0.1000
!>   15000.00    -9999.9004
!>   9007199254741000.0
!>      0.0    21.0   400.0
!>     0  111    5  201   12    0
!>   1.00000  1.00000  1.00000  1.00000  1.00000  1.00000
!>   -3.00   0.00   1.00   3.00  -3.00  -0.00   0.00   1.00   6.00  -0.00
!>  T
!>     2   10    4   40
