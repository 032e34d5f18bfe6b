! options: -O3
! Conditions that look for an extreme, with its position: NaNs are no better than anything, nothing is better than a NaN, and of equal
! ones, zeros of either sign among them, the first one stays.
module kernels
  implicit none
contains
  subroutine greatest(n, x, m)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    real(8), intent(inout) :: m
    integer :: i
    do i = 1, n
      if (x(i) > m) m = x(i)
    end do
  end subroutine
  subroutine least(n, x, m, k)
    integer, intent(in) :: n
    real, intent(in) :: x(n)
    real, intent(inout) :: m
    integer, intent(inout) :: k
    integer :: i
    do i = 1, n
      if (m > x(i)) then
        m = x(i)
        k = i
      end if
    end do
  end subroutine
  subroutine last_greatest(n, x, m, k)
    integer, intent(in) :: n, x(n)
    integer, intent(inout) :: m, k
    integer :: i
    do i = n, 1, -1
      if (x(i) > m) then
        k = i
        m = x(i)
      end if
    end do
  end subroutine
  subroutine long(n, x, m)
    integer, intent(in) :: n
    integer(8), intent(in) :: x(n)
    integer(8), intent(inout) :: m
    integer :: i
    do i = 1, n
      if (x(i) <= m) m = x(i)
    end do
  end subroutine
end module
program best
  use, intrinsic :: ieee_arithmetic
  use kernels
  implicit none
  integer, parameter :: most = 37
  real(8) :: x(most), m
  real :: r(most), s
  integer :: n, i, k, j(most), p, bad
  integer(8) :: l(most), q
  bad = 0
  do n = 0, most
    x = [(mod(i*17, 31) - 15d0, i = 1, most)]
    r = [(mod(i*13, 29) - 14.0, i = 1, most)]
    j = [(mod(i*11, 19), i = 1, most)]
    l = [(mod(i*7, 23) + 5000000000_8, i = 1, most)]
    m = -100; s = 100; k = -1
    call greatest(n, x, m)
    call least(n, r, s, k)
    if (n > 0) then
      if (m /= maxval(x(:n)) .or. s /= minval(r(:n)) .or. k /= minloc(r(:n), 1)) bad = bad + 1
    end if
    if (n == 0 .and. (m /= -100 .or. k /= -1)) bad = bad + 1
    m = 9
    call greatest(n, x, m)
    if (m /= max(9d0, maxval(x(:n)))) bad = bad + 1
    p = -1; k = 0
    call last_greatest(n, j, p, k)
    if (n > 0) then
      if (p /= maxval(j(:n)) .or. k /= maxloc(j(:n), 1, back=.true.)) bad = bad + 1
    end if
    q = huge(q)
    call long(n, l, q)
    if (n > 0) then
      if (q /= minval(l(:n))) bad = bad + 1
    end if
  end do
  print '(a, i0)', 'bad: ', bad
  ! NaNs lose, and a NaN at the beginning stays.
  x = -5
  x(::3) = ieee_value(1d0, ieee_quiet_nan)
  x(20) = -4
  m = -100
  call greatest(most, x, m)
  print '(f0.1)', m
  m = ieee_value(1d0, ieee_quiet_nan)
  call greatest(most, x, m)
  print '(l1)', ieee_is_nan(m)
  r = ieee_value(1.0, ieee_quiet_nan)
  s = 3; k = 77
  call least(most, r, s, k)
  print '(f0.1, 1x, i0)', s, k
  ! The first zero stays, whatever its sign.
  x = -1
  x(9) = -0d0
  x(11:) = 0d0
  m = -100
  call greatest(most, x, m)
  print '(l1)', sign(1d0, m) < 0
  x(9) = 0d0
  x(11:) = -0d0
  m = -100
  call greatest(most, x, m)
  print '(l1)', sign(1d0, m) < 0
  r = 1
  r(30) = -0.0; r(31) = 0.0; r(6) = 0.0
  s = 50; k = 0
  call least(most, r, s, k)
  print '(l1, 1x, i0)', sign(1.0, s) < 0, k
end program
!> bad: 0
!> -4.0
!> T
!> 3.0 77
!> T
!> F
!> F 6
