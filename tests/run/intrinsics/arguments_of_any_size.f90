! options: -fbackslash
! Intrinsic functions whose arguments have other kinds, or values near the limits of theirs.
program main
  use ieee_arithmetic
  implicit none
  integer(1), parameter :: code = iachar('\xA3', kind=1)
  integer(1), parameter :: codes(2) = ichar(['\xFF', 'a'], kind=1)
  character(1) :: c = '\xA3'
  call characters
  call remainders
  call norms
  call orders
contains
  subroutine characters
    print *, code, iachar(c, kind=1), codes, iachar(c), iachar(c, kind=2)
  end subroutine

  ! The result has the kind of the argument with the greater precision.
  subroutine remainders
    real(4) :: x = 5.0
    real(8) :: y = 1.1d0
    real(16) :: q = 1.1q0
    print *, kind(ieee_rem(x, y)), kind(ieee_rem(y, x)), kind(ieee_rem(x, q)), kind(ieee_rem(q, y)), kind(ieee_rem(x, x))
    print *, ieee_rem(x, y) == ieee_rem(5d0, 1.1d0), ieee_rem(5.0, 1.1d0) == ieee_rem(5d0, y)
    print *, ieee_rem(x, q) == ieee_rem(5q0, 1.1q0), ieee_rem(5.0, 1.1q0) == ieee_rem(5q0, q), ieee_rem(1d300, x) == 0
  end subroutine

  ! Squares may leave the range of the kind where the norm does not.
  subroutine norms
    real(4) :: a(3, 2) = reshape([3e30, 4e30, 0.0, 3e-30, 4e-30, 0.0], [3, 2]), r(2)
    real(8) :: b(3, 3) = reshape([3d200, 4d200, 0d0, 3d-200, 4d-200, 0d0, 3d0, 4d0, 0d0], [3, 3]), s(3), empty(0, 2)
    real(16) :: q(2, 2) = reshape([3q3000, 4q3000, 3q-3000, 4q-3000], [2, 2])
    print *, norm2(a), norm2(a, 1), norm2(a, dim=2)
    print *, norm2(b), norm2(b, 1)
    print *, abs(norm2(q, 1) / [5q3000, 5q-3000] - 1) < 1q-30
    print *, norm2(empty, 1), norm2(a(:, 2)), abs(norm2(b(:, 2)) / 5d-200 - 1) < 1d-14
    b(1, 3) = ieee_value(1d0, ieee_positive_inf)
    print *, norm2(b, 1) > huge(1d0)
    !$omp target map(tofrom: a, r)
    r = norm2(a, 1)
    a(1, 1) = norm2(a)
    !$omp end target
    print *, r, a(1, 1)
  end subroutine

  ! Orders of more than 32 bits.
  subroutine orders
    integer(16) :: n = 2_16**32, m = 2_16**100 + 1
    integer(8) :: k = 2_8**32 + 1
    print *, bessel_jn(n, 0.0), bessel_jn(m, 0d0), bessel_jn(k, 0.0), bessel_yn(n, 1.0) < -huge(1.0)
    print *, bessel_jn([n, m], 0.0), bessel_jn(2, 0.0), bessel_jn(k, k + 2, 0d0)
  end subroutine
end program
!>   -93  -93   -1   97         163    163
!>            8           8          16          16           4
!>  T T
!>  T T T
!>    4.99999992E+30   4.99999992E+30   5.00000002E-30   2.99999989E+30   4.00000006E+30   0.00000000    
!>    4.9999999999999995E+200   4.9999999999999995E+200   4.9999999999999999E-200   5.0000000000000000     
!>  T T
!>    0.0000000000000000        0.0000000000000000        5.00000002E-30 T
!>  F F T
!>    4.99999992E+30   5.00000002E-30   4.99999992E+30
!>    0.00000000       0.0000000000000000        0.00000000     T
!>    0.00000000       0.00000000       0.00000000       0.0000000000000000        0.0000000000000000        0.0000000000000000     
