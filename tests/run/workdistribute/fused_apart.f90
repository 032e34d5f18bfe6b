! Loops that are one kernel although others stand between them; components of one object; loops over the inner part of an array beside
! those over all of it, with arrays of no and of few elements; arrays that only the region needs.
module steps
  implicit none
  type particles
    real(8), allocatable :: x(:), y(:), vx(:), vy(:), m(:)
    real(8) :: dt = 0.125d0
    integer :: n = 0
  end type
contains
  subroutine advance(p, ke)
    type(particles), intent(inout) :: p
    real(8), intent(out) :: ke
    !$omp target teams workdistribute map(tofrom: p) map(from: ke)
    p%vx = p%vx - p%x * p%dt
    p%vy = p%vy - p%y * p%dt
    p%x = p%x + p%vx * p%dt
    p%y = p%y + p%vy * p%dt
    ke = 0.5d0 * sum(p%m * (p%vx**2 + p%vy**2))
    !$omp end target teams workdistribute
  end subroutine

  ! Powers with exponents from memory stand in the kernel beside its loop.
  subroutine powers(p, a)
    type(particles), intent(inout) :: p
    real(8), intent(inout) :: a(:)
    real(8) :: f, g
    p%n = p%n + 2
    !$omp target teams workdistribute map(tofrom: p, a)
    f = 1 - 0.5d0**p%n
    g = 1 - 0.25d0**p%n
    p%x = 0.5d0 * p%x + f * a
    p%y = p%y + g * a * a
    a = a - p%x / f + p%y / g
    !$omp end target teams workdistribute
  end subroutine

  subroutine flow(r, ru, e, dt, n)
    integer, intent(in) :: n
    real(8), intent(inout) :: r(n), ru(n), e(n)
    real(8), intent(in) :: dt
    real(8) :: p(n), f2(n), f3(n), u(n)
    !$omp target teams workdistribute map(tofrom: r, ru, e) map(alloc: p, f2, f3, u)
    u = ru / r
    p = 0.5d0 * (e - 0.5d0 * r * u * u)
    f2 = ru * u + p
    f3 = (e + p) * u
    r(2:n-1) = 0.5d0 * (r(1:n-2) + r(3:n)) - dt * (ru(3:n) - ru(1:n-2))
    ru(2:n-1) = 0.5d0 * (ru(1:n-2) + ru(3:n)) - dt * (f2(3:n) - f2(1:n-2))
    e(2:n-1) = 0.5d0 * (e(1:n-2) + e(3:n)) - dt * (f3(3:n) - f3(1:n-2))
    !$omp end target teams workdistribute
  end subroutine

  subroutine edges(a, g, n, m)
    integer, intent(in) :: n, m
    real(8), intent(in) :: a(n, m)
    real(8), intent(out) :: g(n, m)
    real(8) :: gx(n, m), gy(n, m)
    !$omp target teams workdistribute map(to: a) map(from: g) map(alloc: gx, gy)
    gx = 0
    gy = 1
    gx(2:n-1, 2:m-1) = a(3:n, 2:m-1) - a(1:n-2, 2:m-1)
    gy(2:n-1, 2:m-1) = gy(2:n-1, 2:m-1) + a(2:n-1, 3:m) - a(2:n-1, 1:m-2)
    g = gx**2 + gy**2
    !$omp end target teams workdistribute
  end subroutine

  ! A part first, then all; parts of one dimension; of assumed shape.
  subroutine parts(a, b, c)
    real(8), intent(inout) :: a(:, :), b(:, :)
    real(8), intent(inout) :: c(0:)
    integer :: n, m, k
    n = size(a, 1)
    m = size(a, 2)
    k = ubound(c, 1)
    !$omp target teams workdistribute map(tofrom: a, b, c)
    b(3:n, :) = a(3:n, :) * 2
    b = b + 1
    a = b
    a(:, 2:m-1) = a(:, 2:m-1) + b(:, 1:m-2) + b(:, 3:m)
    a = max(a, 3.0d0)
    c(1:k-1) = c(1:k-1) * 3
    c = c + 1
    c(2:k) = c(2:k) - 0.5d0
    !$omp end target teams workdistribute
  end subroutine
end module

program fused_apart
  use steps
  implicit none
  type(particles) :: p
  real(8) :: ke, a(40), r(50), ru(50), e(50), h(7, 9), g(7, 9), q(2, 5), w(2, 5), none(0, 3), z(0, 3), c(12), d(1)
  integer :: i, j
  allocate (p%x(40), p%y(40), p%vx(40), p%vy(40), p%m(40))
  do i = 1, 40
    p%x(i) = i * 0.5d0
    p%y(i) = mod(i, 7)
    p%m(i) = 1 + mod(i, 3)
    a(i) = i * 0.25d0
  end do
  p%vx = 0
  p%vy = 1
  do i = 1, 3
    call advance(p, ke)
  end do
  print '(a, 4f16.8)', 'particles', ke, sum(p%x), sum(p%y), sum(p%vx)
  call powers(p, a)
  call powers(p, a)
  print '(a, 3f16.8)', 'powers', sum(a), sum(p%x), sum(p%y)
  do i = 1, 50
    r(i) = merge(1.0d0, 0.125d0, i <= 25)
    e(i) = merge(2.5d0, 0.25d0, i <= 25)
  end do
  ru = 0
  do i = 1, 5
    call flow(r, ru, e, 0.0625d0, 50)
  end do
  print '(a, 3f16.8)', 'flow', sum(r), sum(ru), sum(e)
  call flow(r(1:2), ru(1:2), e(1:2), 0.0625d0, 2)
  do j = 1, 9
    do i = 1, 7
      h(i, j) = mod(i * i + 3 * j, 11)
    end do
  end do
  call edges(h, g, 7, 9)
  print '(a, 3f10.2)', 'edges', sum(g), g(2, 2), g(1, 9)
  w = 2
  call edges(w, q, 2, 5)
  print '(a, f10.2)', 'no inner part', sum(q)
  call edges(none, z, 0, 3)
  c = [(i * 1.0d0, i = 1, 12)]
  call parts(h, g, c)
  print '(a, 4f12.2)', 'parts', sum(h), sum(g), h(3, 1), g(7, 9)
  print '(a, 12f7.1)', 'one dimension', c
  d = 4
  call parts(w, q, d)
  print '(a, 3f10.2)', 'few', sum(w), sum(q), d
  call parts(none, z, d)
  print '(a, f10.2)', 'none', d
end program
!> particles    758.18547659    372.06142426    123.58474731   -150.55938721
!> powers  71187.67320071   1358.20233822  71090.10485559
!> flow     28.12500000      0.70312500     68.75000000
!> edges   1967.00     25.00      1.00
!> no inner part     10.00
!> parts     2473.00      938.00        3.00       21.00
!> one dimension    2.0    7.0    9.5   12.5   15.5   18.5   21.5   24.5   27.5   30.5   33.5   12.5
!> few     48.00     20.00      5.00
!> none      6.00
