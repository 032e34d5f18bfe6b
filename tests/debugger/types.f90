module vars
  implicit none
  type :: base
    integer :: id = 7
  end type
  type, extends(base) :: point
    real :: x = 1.5
    real(8) :: y(2:3) = [2.5d0, 3.5d0]
    character(len=5) :: name = 'point'
    integer, allocatable :: list(:)
    type(point), pointer :: next => null()
  end type
  integer :: counter = 41
  integer, parameter :: limit = 17, primes(3) = [2, 3, 5]
  character(len=:), allocatable :: text
contains
  integer function double_it(i)
    integer, intent(in) :: i
    double_it = 2 * i
  end function
end module
program main
  use vars
  implicit none
  integer(1) :: i1
  integer(2) :: i2
  integer(4) :: i4
  integer(8) :: i8
  real(4) :: r4
  real(8) :: r8
  real(10) :: r10
  real(16) :: r16
  complex(4) :: c4
  complex(8) :: c8
  logical(1) :: l1
  logical(4) :: l4
  character(len=5) :: word
  character(kind=4, len=3) :: wide
  real :: grid(3, -1:2)
  integer, allocatable :: none(:), some(:), one
  integer, target :: nums(6) = [1, 2, 3, 4, 5, 6]
  integer, pointer :: part(:), nobody(:)
  type(point), target :: p
  type(point) :: many(2)
  type(point), pointer :: pp
  class(base), allocatable :: object
  procedure(double_it), pointer :: fp
  integer, save :: kept = 5
  real :: cx, cy
  common /blk/ cx, cy
  i1 = 1
  i2 = -2
  i4 = 4
  i8 = 8
  r4 = 1.5
  r8 = 2.5d0
  r10 = 3.5
  r16 = 4.5
  c4 = (1.0, -2.0)
  c8 = (3d0, 4d0)
  l1 = .true.
  l4 = .false.
  word = 'abc'
  wide = 4_'abc'
  grid = 0
  grid(2, 0) = 6.5
  allocate(some(-1:2))
  some = [10, 20, 30, 40]
  one = 12
  part => nums(2:6:2)
  nullify(nobody)
  p%list = [1, 2, 3]
  p%next => p
  many(2)%x = 8
  pp => p
  allocate(object)
  object%id = 9
  fp => double_it
  cx = 3.25
  cy = 4.5
  text = 'any length'
  print *, i1, kept !end
end program
