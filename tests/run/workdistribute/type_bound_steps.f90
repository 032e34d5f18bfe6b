module type_bound_steps_m
  implicit none
  real, allocatable, save :: field(:,:)
  integer, parameter :: nx = 6, ny = 5
  type :: sim
    real, allocatable :: u(:,:), v(:)
    integer :: step = 0
  contains
    procedure :: advance => sim_advance
    procedure :: total => sim_total
  end type
contains
  subroutine sim_advance(self, k)
    class(sim), intent(inout) :: self
    real, intent(in) :: k
    associate (u => self%u, v => self%v)
      !$omp target teams workdistribute
      u(2:nx-1, 2:ny-1) = u(2:nx-1, 2:ny-1) + k*(u(1:nx-2, 2:ny-1) + u(3:nx, 2:ny-1) + u(2:nx-1, 1:ny-2) + u(2:nx-1, 3:ny) - 4*u(2:nx-1, 2:ny-1))
      v = sum(u, dim=1) / nx
      u(:, ny) = u(:, ny) + v(1)
      !$omp end target teams workdistribute
    end associate
    self%step = self%step + 1
  end subroutine
  real function sim_total(self)
    class(sim), intent(in) :: self
    real :: t
    !$omp target teams workdistribute map(from: t)
    t = sum(self%u) + maxval(self%v)
    !$omp end target teams workdistribute
    sim_total = t
  end function
  subroutine setup
    integer :: i
    allocate(field(nx, ny))
    field = reshape([(mod(i*i, 7)*1., i=1,nx*ny)], [nx, ny])
  end subroutine
end module
program type_bound_steps
  use type_bound_steps_m
  implicit none
  type(sim) :: s
  integer :: i
  call setup
  allocate(s%u(nx,ny), s%v(ny)); s%u = field; s%v = 0
  do i = 1, 4
    call s%advance(0.1)
    !$omp target teams workdistribute
    field = field*0.5 + s%u(nx:1:-1, :)*0.5
    !$omp end target teams workdistribute
    print '(i3,f10.4)', s%step, s%total()
  end do
  print '(6f9.4)', s%u, field
end program
!>   1   77.9333
!>   2   95.3267
!>   3  113.7387
!>   4  132.7567
!>    1.0000   4.0000   2.0000   2.0000   4.0000   1.0000
!>    0.0000   1.7387   2.1359   2.4361   3.0523   4.0000
!>    1.0000   1.3253   1.6940   2.2804   2.5021   2.0000
!>    4.0000   3.3427   2.4419   2.6579   3.1493   2.0000
!>   11.3333  13.3333  10.3333   9.3333  10.3333  13.3333
!>    1.0000   4.0000   2.0000   2.0000   4.0000   1.0000
!>    3.7500   2.8107   2.5451   2.2630   1.6984   0.2500
!>    1.9375   2.3329   2.2990   1.7733   1.1730   1.0625
!>    2.1250   2.8673   2.1609   1.8529   2.9065   3.8750
!>   11.0208   8.3333   7.2083   8.0833  10.9583   9.2708
