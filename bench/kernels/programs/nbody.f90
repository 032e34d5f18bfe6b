! Planets around a star: a derived type, nested loops, square roots.
module bodies
  implicit none
  type body
    real(8) :: x(3), v(3), mass
  end type
contains
  subroutine advance(b, n, dt)
    integer, intent(in) :: n
    type(body), intent(inout) :: b(n)
    real(8), intent(in) :: dt
    integer :: i, j
    real(8) :: d(3), d2, mag
    do i = 1, n
      do j = i + 1, n
        d = b(i)%x - b(j)%x
        d2 = d(1)**2 + d(2)**2 + d(3)**2
        mag = dt / (d2 * sqrt(d2))
        b(i)%v = b(i)%v - d * b(j)%mass * mag
        b(j)%v = b(j)%v + d * b(i)%mass * mag
      end do
    end do
    do i = 1, n
      b(i)%x = b(i)%x + dt * b(i)%v
    end do
  end subroutine
  function energy(b, n) result(e)
    integer, intent(in) :: n
    type(body), intent(in) :: b(n)
    real(8) :: e
    integer :: i, j
    e = 0
    do i = 1, n
      e = e + 0.5d0 * b(i)%mass * sum(b(i)%v**2)
      do j = i + 1, n
        e = e - b(i)%mass * b(j)%mass / sqrt(sum((b(i)%x - b(j)%x)**2))
      end do
    end do
  end function
end module
program nbody
  use bodies
  implicit none
  integer, parameter :: n = 5, steps = 1000000
  type(body) :: b(n)
  real(8) :: t0, t1
  integer :: i
  do i = 1, n
    b(i)%mass = 1d0 / i**3
    b(i)%x = [real(8) :: i * 1.5d0 - 1.5d0, 0.1d0 * i, 0.01d0 * i]
    b(i)%v = 0
    if (i > 1) b(i)%v(2) = sqrt(1d0 / b(i)%x(1))
  end do
  call cpu_time(t0)
  do i = 1, steps
    call advance(b, n, 1d-4)
  end do
  call cpu_time(t1)
  print '(a, f14.9)', 'energy', energy(b, n)
  print '(f12.6)', t1 - t0
end program
