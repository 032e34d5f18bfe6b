! regions: on the device
! Objects with allocatable components of threads: firstprivate, private, in blocks, assigned to each other.
module shapes
  implicit none
  type part
    integer :: n = 1
    real, allocatable :: x(:)
  end type
  type, extends(part) :: whole
    real, allocatable :: grid(:, :)
    type(part) :: inner
    integer, allocatable :: count
    character(3), allocatable :: names(:)
  end type
contains
  real function total(p)
    type(part), intent(in) :: p
    total = sum(p%x) + p%n
  end function
end module
program main
  use shapes
  implicit none
  type(whole) :: w
  integer :: i
  real :: a(6)
  character(3) :: c(6)
  allocate (w%x(2:4), w%grid(2, 0:1), w%inner%x(5))
  w%x = [1., 2., 3.]
  w%grid = reshape([1., 2., 3., 4.], [2, 2])
  w%inner%x = 0.5
  w%count = 4
  w%names = ['abc', 'def']
  !$omp target teams distribute parallel do firstprivate(w) map(from: a, c)
  do i = 1, 6
    w%x(2) = w%x(4) + i
    w%grid(:, 1) = w%grid(:, 0) * i
    w%inner%x(i - i/6) = i
    w%count = 5
    a(i) = sum(w%grid) + w%x(lbound(w%x, 1)) + w%count
    c(i) = w%names(mod(i, 2) + 1)
  end do
  print '(6f8.2)', a
  print '(6a4)', c
  print *, w%count, w%x
  !$omp target teams distribute parallel do map(from: a)
  do i = 1, 6
    block
      type(whole) :: u, v
      allocate (u%x(i), source=2.0)
      allocate (u%inner%x(2))
      u%inner%x = i
      v = u
      v%x(1) = 10
      deallocate (u%x)
      a(i) = sum(v%x) + total(v%part) + merge(100, 0, allocated(v%grid)) + sum(v%inner%x) + v%inner%n
    end block
  end do
  print '(6f8.2)', a
end program
!>    15.00   19.00   23.00   27.00   31.00   35.00
!>  def abc def abc def abc
!>            4   1.00000000       2.00000000       3.00000000
!>    24.00   30.00   36.00   42.00   48.00   54.00
