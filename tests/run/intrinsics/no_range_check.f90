! options: -fno-range-check
! Constants beyond their kind: integers wrap around, reals become infinite or NaN.
program main
  use ieee_arithmetic
  integer, parameter :: n = huge(0) + 1, p = 3**40
  integer(1), parameter :: b = 200_1
  integer, parameter :: lit = 4294967295
  real, parameter :: inf = 1 / 0.0, nan = 0 / 0.0, big = 1e50, root = exp(1e5)
  print *, n == -huge(0) - 1, p, b, lit
  print *, ieee_is_finite(inf), ieee_is_nan(nan), big > huge(1.0), root > huge(1.0), inf == big
  print *, -1 / 0.0 < -huge(1.0)
  call conversions
contains
  ! Reals beyond an integer kind become the same as constants and as variables.
  subroutine conversions
    integer(1), parameter :: of_1(*) = int([3d9, -3d9, 200d0, 7d4, 1d40, -1d40], 1)
    integer(2), parameter :: of_2(*) = int([3d9, -3d9, 200d0, 7d4, 1d40, -1d40], 2)
    integer(4), parameter :: of_4(*) = int([3d9, -3d9, 200d0, 7d4, 1d40, -1d40], 4)
    integer(8), parameter :: of_8(*) = int([1d19, -1d19, 200d0, 7d4, 1d40, -1d40], 8)
    integer(16), parameter :: of_16(*) = int([1d19, -1d19, 200d0, 7d4, 1d40, -1d40], 16)
    integer(1), parameter :: quad_1(*) = int([3q9, -3q9, 200q0, 7q4, 1q40, -1q40], 1)
    integer(4), parameter :: quad_4(*) = int([3q9, -3q9, 200q0, 7q4, 1q40, -1q40], 4)
    integer(8), parameter :: quad_8(*) = int([1q19, -1q19, 200q0, 7q4, 1q40, -1q40], 8)
    real(8) :: x(6), y(6)
    real(16) :: q(6)
    integer :: i
    x = [3d9, -3d9, 200d0, 7d4, 1d40, -1d40]
    y = [1d19, -1d19, 200d0, 7d4, 1d40, -1d40]
    print *, all(int(x, 1) == of_1), all(int(x, 2) == of_2), all(int(x, 4) == of_4), all(int(y, 8) == of_8)
    print *, [(int(x(i), 1) == of_1(i), i = 1, 6)], [(int(y(i), 16) == of_16(i), i = 1, 6)]
    q = [3q9, -3q9, 200q0, 7q4, 1q40, -1q40]
    print *, all(int(q, 1) == quad_1), all(int(q, 4) == quad_4), all(int(real(y, 16), 8) == quad_8), int(nan), int(1d40)
  end subroutine
end program
!>  T   689956897  -56          -1
!>  F T T T T
!>  T
!>  T T T T
!>  T T T T T T T T T T T T
!>  T T T           0  2147483647
