module types
  implicit none
  type :: vec
    real(8) :: x(3)
    integer :: id
  end type
  type :: body
    type(vec) :: pos, vel
    real(4) :: mass
    logical :: fixed
  end type
end module
program derived_nested
  use types
  implicit none
  type(body) :: p(40), q(40), one
  real(8) :: e(40), total
  integer :: i, ids(40)
  do i = 1, 40
    p(i) = body(vec([1d0*i, 2d0*i, 3d0*i], i), vec([0.5d0, -0.25d0*i, 1d0], -i), 0.5*i, mod(i, 4) == 0)
  end do
  one = p(7)
  !$omp target teams workdistribute map(tofrom: total)
  p%pos%x(1) = p%pos%x(1) + 0.1d0 * p%vel%x(1)
  p(1:20)%pos%x(2) = p(21:40)%vel%x(2) * one%mass
  e = 0.5d0 * p%mass * (p%vel%x(1)**2 + p%vel%x(2)**2)
  where (p%fixed) e = 0
  total = sum(e)
  ids = p%pos%id + p%vel%id * 2
  p%pos%id = ids
  q = p
  q(1:10) = p(40:31:-1)
  p%vel = p%pos
  one%pos%x = q(1)%pos%x * 2
  !$omp end target teams workdistribute
  print '(4f12.4)', sum(p%pos%x(1)), sum(p%pos%x(2)), sum(e), total
  print '(4f12.4)', sum(q%vel%x(2)), sum(p%vel%x(3)), one%pos%x(1:2)
  print *, ids(1:6), q(1)%pos%id, p(3)%vel%id, count(q%fixed)
end program
!>     822.0000    686.2500   7518.7500   7518.7500
!>    -280.0000   2460.0000     80.1000    160.0000
!>           -1          -2          -3          -4          -5          -6         -40          -3          11
