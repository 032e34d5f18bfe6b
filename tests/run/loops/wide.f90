! options: -O3
! Loops in wide registers against the same ones in small steps: rows of all lengths, both parts of conditions in the order of the
! source, elements that are not there for lanes that do not take part, complex numbers, counts of bits, extremes of NaNs.
module kernels
  implicit none
contains
  subroutine axpy(n, a, x, y)
    integer, intent(in) :: n
    real, intent(in) :: a, x(n)
    real, intent(inout) :: y(n)
    integer :: i
    do i = 1, n
      y(i) = y(i) + a * x(i)
    end do
  end subroutine
  subroutine mixed(n, x, y, k)
    integer, intent(in) :: n
    real, intent(in) :: x(n)
    real(8), intent(inout) :: y(n)
    integer, intent(in) :: k(n)
    integer :: i
    do i = 1, n
      y(i) = sqrt(abs(real(x(i), 8))) + k(i) / 3 + popcnt(k(i)) - modulo(k(i), 7)
    end do
  end subroutine
  subroutine parts(n, k, x, y)
    integer, intent(in) :: n, k(n)
    integer, intent(inout) :: x(n), y(n)
    integer :: i
    do i = 1, n - 1
      if (k(i) > 0) then
        y(i) = x(i + 1)
      else
        x(i) = 5
      end if
    end do
  end subroutine
  subroutine before(n, x, y)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    real(8), intent(inout) :: y(n)
    real(8) :: t
    integer :: i
    do i = 1, n
      if (i <= 1) then
        t = 0
      else
        t = x(i - 1)
      end if
      y(i) = t * 2
    end do
  end subroutine
  subroutine turn(n, z, w)
    integer, intent(in) :: n
    complex, intent(in) :: z(n)
    complex, intent(inout) :: w(n)
    integer :: i
    do i = 1, n
      w(i) = conjg(z(i)) * z(i) / (z(i) + (1.0, 50.0)) + abs(z(i))
    end do
  end subroutine
  real(8) function largest(n, x)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    integer :: i
    largest = x(1)
    do i = 2, n
      largest = max(largest, x(i))
    end do
  end function
end module
program wide
  use kernels
  use, intrinsic :: ieee_arithmetic
  implicit none
  integer, parameter :: m = 150
  real :: x(m), y(m), y0(m)
  real(8) :: d(m), e(m), e0(m), nan
  integer :: k(m), p(m), q(m), p0(m), q0(m), n, i
  complex :: z(m), w(m), w0(m)
  logical :: good
  good = .true.
  do n = 1, m
    x = [(mod(i * 37, 101) * 0.25 - 12, i = 1, m)]
    y = [(i * 0.5, i = 1, m)]
    k = [(mod(i * 7919, 1000) - 500, i = 1, m)]
    d = [(i * 0.125d0, i = 1, m)]
    z = [(cmplx(x(i), y(i)), i = 1, m)]
    e = -1
    w = -1
    y0 = y
    e0 = e
    w0 = w
    do i = 1, n
      call axpy(1, 2.5, x(i), y0(i))
      call mixed(1, x(i), e0(i), k(i))
      call turn(1, z(i), w0(i))
    end do
    call axpy(n, 2.5, x, y)
    call mixed(n, x, e, k)
    call turn(n, z, w)
    good = good .and. all(y == y0) .and. all(e == e0) .and. all(abs(w - w0) <= 1e-5 * abs(w0))
    p = [(i, i = 1, m)]
    q = 0
    p0 = p
    q0 = q
    do i = 1, n - 1
      if (k(i) > 0) q0(i) = p0(i + 1)
      if (k(i) <= 0) p0(i) = 5
    end do
    call parts(n, k, p, q)
    good = good .and. all(p == p0) .and. all(q == q0)
    call before(n, d, e)
    good = good .and. e(1) == 0 .and. all(e(2:n) == 2 * d(1:n - 1))
    good = good .and. largest(n, d) == d(n)
  end do
  print *, 'rows', good
  nan = ieee_value(nan, ieee_quiet_nan)
  d = nan
  print *, 'all NaN', ieee_is_nan(largest(m, d))
  d(77) = -3
  print *, 'one number', largest(m, d)
end program
!>  rows T
!>  all NaN T
!>  one number  -3.0000000000000000
