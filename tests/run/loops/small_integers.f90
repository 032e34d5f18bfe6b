! options: -O3
! Arithmetic of bytes and of integers of two bytes in lanes, masks that are arrays, and conditions with accesses of memory.
module kernels
  implicit none
contains
  subroutine bytes(n, a, b, c)
    integer, intent(in) :: n
    integer(1), intent(in) :: a(n), b(n)
    integer(1), intent(out) :: c(n)
    integer :: i
    do i = 1, n
      c(i) = max(a(i) - b(i), min(a(i)*3_1, b(i)))
    end do
  end subroutine
  subroutine halves(n, a, b, c)
    integer, intent(in) :: n
    integer(2), intent(in) :: a(n), b(n)
    integer(2), intent(out) :: c(n)
    integer :: i
    do i = 1, n
      c(i) = a(i)*3_2 + b(i)
    end do
  end subroutine
  subroutine mixed(n, a, b, x, k)
    integer, intent(in) :: n
    integer(1), intent(in) :: a(n)
    integer(2), intent(in) :: b(n)
    real, intent(out) :: x(n)
    integer(8), intent(out) :: k(n)
    integer :: i
    do i = 1, n
      x(i) = a(i)*0.5 + b(i)
      k(i) = int(b(i), 8)*1000000 + a(i)
    end do
  end subroutine
  subroutine life(n, m, a, b)
    integer, intent(in) :: n, m
    integer(1), intent(in) :: a(n, m)
    integer(1), intent(inout) :: b(n, m)
    integer :: i, j, s
    do j = 2, m - 1
      do i = 2, n - 1
        s = a(i - 1, j - 1) + a(i, j - 1) + a(i + 1, j - 1) + a(i - 1, j) + a(i + 1, j) &
          + a(i - 1, j + 1) + a(i, j + 1) + a(i + 1, j + 1)
        if (s == 3 .or. (s == 2 .and. a(i, j) == 1)) then
          b(i, j) = 1
        else
          b(i, j) = 0
        end if
      end do
    end do
  end subroutine
  subroutine both(n, p, q, r)
    integer, intent(in) :: n
    logical, intent(in) :: p(n), q(n)
    logical(2), intent(out) :: r(n)
    integer :: i
    do i = 1, n
      r(i) = p(i) .and. .not. q(i)
    end do
  end subroutine
  ! Elements are only there where the condition says so.
  subroutine some(n, m, p, x, y)
    integer, intent(in) :: n, m
    logical, intent(in) :: p(n)
    real(8), intent(in) :: x(m)
    real(8), intent(inout) :: y(n)
    integer :: i
    do i = 1, n
      if (p(i) .and. i <= m) y(i) = 2*x(i) + 1
    end do
  end subroutine
  subroutine unswitched(n, f, x, y, s)
    integer, intent(in) :: n
    logical, intent(in) :: f
    real(8), intent(in) :: x(n)
    real(8), intent(inout) :: y(n)
    integer, intent(inout) :: s
    integer :: i
    do i = 1, n
      if (f) then
        y(i) = y(i) + x(i)
        s = s + i
      else
        y(i) = y(i)*x(i)
      end if
    end do
  end subroutine
end module
program small_integers
  use kernels
  implicit none
  integer, parameter :: most = 45
  integer(1) :: a(most), b(most), c(most), w(20, 20), v(20, 20)
  integer(2) :: e(most), f(most), g(most)
  logical :: p(most), q(most)
  logical(2) :: r(most)
  real :: x(most)
  real(8) :: y(most), z(most)
  integer(8) :: k(most)
  integer :: n, i, s, t, bad
  bad = 0
  a = [(int(mod(i*7, 40) - 20, 1), i = 1, most)]
  b = [(int(mod(i*11, 36) - 17, 1), i = 1, most)]
  e = [(int(mod(i*711, 10000) - 5000, 2), i = 1, most)]
  f = [(int(mod(i*913, 9000) - 4000, 2), i = 1, most)]
  p = [(mod(i, 3) /= 0, i = 1, most)]
  q = [(mod(i, 5) == 1, i = 1, most)]
  do n = 0, most
    c = 99; g = 99; x = -1; k = -1; r = .true.
    call bytes(n, a, b, c)
    call halves(n, e, f, g)
    call mixed(n, a, e, x, k)
    call both(n, p, q, r)
    do i = 1, most
      if (i > n) then
        if (c(i) /= 99 .or. g(i) /= 99 .or. x(i) /= -1 .or. k(i) /= -1 .or. .not. r(i)) bad = bad + 1
        cycle
      end if
      s = a(i); t = b(i)
      if (c(i) /= max(s - t, min(3*s, t))) bad = bad + 1
      s = e(i); t = f(i)
      if (g(i) /= 3*s + t) bad = bad + 1
      if (x(i) /= a(i)/2.0 + s .or. k(i) /= s*1000000_8 + a(i)) bad = bad + 1
      if (r(i) .neqv. (mod(i, 3) /= 0 .and. mod(i, 5) /= 1)) bad = bad + 1
    end do
    y = 4; z = [(i*0.5d0, i = 1, most)]
    call some(n, n/2, p, z, y)
    do i = 1, most
      if (y(i) /= merge(i + 1d0, 4d0, i <= n/2 .and. mod(i, 3) /= 0)) bad = bad + 1
    end do
    s = 0
    call unswitched(n, .true., z, y, s)
    if (s /= n*(n + 1)/2) bad = bad + 1
    call unswitched(n, .false., z, y, s)
    if (s /= n*(n + 1)/2) bad = bad + 1
  end do
  print '(a, i0)', 'bad: ', bad
  print '(3f9.3)', y(1), y(2), sum(y)
  w = 0; v = 7
  w(5, 4) = 1; w(6, 5) = 1; w(4, 6) = 1; w(5, 6) = 1; w(6, 6) = 1
  do n = 1, 6
    call life(20, 20, w, v)
    call life(20, 20, v, w)
  end do
  print '(20i1)', w(2:12, 2:12)
end program
!> bad: 0
!>     1.250    4.00010932.750
!> 00000000000000000000
!> 00000000000000000000
!> 00000000000000000000
!> 01000000000001000000
!> 00111000000000000000
!> 00000000000000000000
!> 0
