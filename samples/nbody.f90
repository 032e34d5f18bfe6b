! Gravitation of many bodies in array notation: all pairs at once.
program nbody
  implicit none
  integer, parameter :: n = 64, steps = 10
  real(8), parameter :: dt = 1.0d-3, soft = 1.0d-2
  real(8) :: x(n), y(n), vx(n), vy(n), m(n), dx(n, n), dy(n, n), r3(n, n)
  real(8) :: energy
  integer :: i, it
  do i = 1, n
    x(i) = cos(0.7d0 * i) * (1.0d0 + 0.01d0 * i)
    y(i) = sin(0.7d0 * i) * (1.0d0 + 0.01d0 * i)
    m(i) = 1.0d0 / n
  end do
  vx = -0.5d0 * y
  vy = 0.5d0 * x
  !$omp target data map(tofrom: x, y, vx, vy) map(to: m) map(alloc: dx, dy, r3)
  do it = 1, steps
    !$omp target teams workdistribute
    dx = spread(x, 1, n) - spread(x, 2, n)
    dy = spread(y, 1, n) - spread(y, 2, n)
    r3 = dx * dx + dy * dy + soft
    r3 = r3 * sqrt(r3)
    vx = vx + dt * matmul(dx / r3, m)
    vy = vy + dt * matmul(dy / r3, m)
    x = x + dt * vx
    y = y + dt * vy
    !$omp end target teams workdistribute
  end do
  !$omp end target data
  energy = 0.5d0 * sum(m * (vx * vx + vy * vy))
  print '(a, f14.10)', 'kinetic energy ', energy
  print '(a, 2f14.10)', 'centre of mass ', sum(m * x), sum(m * y)
end program nbody
!> kinetic energy   0.2237471911
!> centre of mass   0.0264181439  0.0071199357
