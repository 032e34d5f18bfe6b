! options: -O3
! Loops whose instructions some machines make of several others, against loops that nobody runs in lanes.
program composed
  implicit none
  integer, parameter :: most = 70
  integer(8) :: k(most), m(most), p(most), q(most)
  integer :: j(3 * most), l(3 * most), s(most), t(3 * most), u(3 * most)
  real(8) :: x(most), y(most), z(3 * most), w(3 * most)
  complex :: c(most), d(most), e(most)
  complex(8) :: f(most), g(most), h(most)
  integer :: i, n
  logical :: good(8)
  do i = 1, most
    k(i) = ieor(ishft(int(i, 8) * 2654435761_8, mod(i, 34)), -mod(int(i, 8), 3_8))
    m(i) = (k(i) + 12345) * 31 - ishft(k(i), 7)
    s(i) = mod(7 * i, 65)
    j(i) = int(ishft(k(i), -3))
    x(i) = (i - 35) * 1.25d0
    c(i) = cmplx(i, -2 * i)
    f(i) = cmplx(i, 0.5d0 * i, 8)
  end do
  k(7) = -huge(k) - 1
  k(8) = huge(k)
  j(9) = 0
  j(most + 1:) = 5
  good = .true.
  do n = 0, most
    ! 64-bit integers.
    p = 0
    do i = 1, n
      p(i) = max(k(i) * m(i), min(k(i), m(i) + 1)) + abs(m(i)) - merge(k(i), m(i), k(i) >= m(i))
    end do
    q = 0
    i = 1
    do while (i <= n)
      q(i) = max(k(i) * m(i), min(k(i), m(i) + 1)) + abs(m(i)) - merge(k(i), m(i), k(i) >= m(i))
      i = i + 1
    end do
    good(1) = good(1) .and. all(p == q)
    do i = 1, n
      p(i) = ieor(shifta(k(i), s(i)), shiftr(m(i), s(i))) + shiftl(k(i), s(i)) + shifta(m(i), 13)
    end do
    i = 1
    do while (i <= n)
      q(i) = ieor(shifta(k(i), s(i)), shiftr(m(i), s(i))) + shiftl(k(i), s(i)) + shifta(m(i), 13)
      i = i + 1
    end do
    good(2) = good(2) .and. all(p == q)
    ! Rounded once.
    x = 0
    y = 0
    do i = 1, n
      x(i) = real(k(i), 8) + real(m(i), 8) * 2
    end do
    i = 1
    do while (i <= n)
      y(i) = real(k(i), 8) + real(m(i), 8) * 2
      i = i + 1
    end do
    good(3) = good(3) .and. all(x == y)
    ! Bits.
    t = 0
    u = 0
    do i = 1, n
      t(i) = leadz(j(i)) + 100 * trailz(j(i)) + 10000 * popcnt(j(i))
      p(i) = leadz(k(i)) + 100 * trailz(m(i)) + 10000 * popcnt(k(i))
    end do
    i = 1
    do while (i <= n)
      u(i) = leadz(j(i)) + 100 * trailz(j(i)) + 10000 * popcnt(j(i))
      q(i) = leadz(k(i)) + 100 * trailz(m(i)) + 10000 * popcnt(k(i))
      i = i + 1
    end do
    good(4) = good(4) .and. all(t == u) .and. all(p == q)
    ! Elements that lie apart, some of them under a condition.
    z = -1
    w = -1
    l = -1
    do i = 1, n
      if (j(3 * i - 2) > 5) then
        z(3 * i) = y(i) + j(2 * i)
        l(2 * i - 1) = j(3 * i) - 1
      end if
    end do
    t = l
    l = -1
    i = 1
    do while (i <= n)
      if (j(3 * i - 2) > 5) then
        w(3 * i) = y(i) + j(2 * i)
        l(2 * i - 1) = j(3 * i) - 1
      end if
      i = i + 1
    end do
    good(5) = good(5) .and. all(z == w) .and. all(t == l)
    ! Complex numbers, and one part of them.
    d = (7, 8)
    e = (7, 8)
    g = (7, 8)
    h = (7, 8)
    do i = 1, n
      d(i) = c(i) * (0.5, 2.0) + conjg(c(i))
    end do
    do i = 1, n
      if (y(i) > 0) g(i) = f(i) * f(i) + cmplx(y(i), i, 8)
    end do
    i = 1
    do while (i <= n)
      e(i) = c(i) * (0.5, 2.0) + conjg(c(i))
      if (y(i) > 0) h(i) = f(i) * f(i) + cmplx(y(i), i, 8)
      i = i + 1
    end do
    good(6) = good(6) .and. all(d == e) .and. all(g == h)
    do i = 1, n
      d(i)%im = real(c(i)) + i
    end do
    do i = 1, n
      if (i > 5) g(i)%re = aimag(f(i)) * i
    end do
    i = 1
    do while (i <= n)
      e(i)%im = real(c(i)) + i
      if (i > 5) h(i)%re = aimag(f(i)) * i
      i = i + 1
    end do
    good(7) = good(7) .and. all(d == e) .and. all(g == h)
    ! Lanes of both sizes, and masks of both.
    do i = 1, n
      if (j(i) > 3 .and. k(i) < m(i) .neqv. y(i) > 0) then
        x(i) = y(i) / j(i + 1)
      else
        p(i) = j(i)
      end if
    end do
    y(:n) = y(:n) + 0
    z(:most) = real(q, 8)
    w = x(1)
    i = 1
    do while (i <= n)
      if (j(i) > 3 .and. k(i) < m(i) .neqv. y(i) > 0) then
        w(i) = y(i) / j(i + 1)
      else
        w(i) = x(i)
        q(i) = j(i)
      end if
      i = i + 1
    end do
    good(8) = good(8) .and. all(x(:n) == w(:n)) .and. all(p == q)
  end do
  print *, good
end program
!>  T T T T T T T T
