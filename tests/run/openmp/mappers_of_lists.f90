! offload: default
! A mapper that maps an object of its own type; empty sections and arrays of size zero.
module m
  implicit none
  type node
    integer :: v = 0
    type(node), pointer :: next => null()
  end type
  type t
    integer :: n = 0
    real, pointer :: p(:) => null()
  end type
  type :: base
    integer :: i = 1
  end type
  type, extends(base) :: ext
    integer :: k = 4
  end type
  !$omp declare mapper(node :: x) map(x, x%next)
  !$omp declare mapper(t :: y) map(y%n, y%p(1:y%n))
contains
  subroutine empty(x, r)
    class(base), intent(inout) :: x(:)
    integer, intent(out) :: r
    r = 5
    !$omp target map(tofrom: x, r)
    r = size(x)
    select type (x)
    type is (ext)
      x%k = 0
      r = r + 100
    end select
    !$omp end target
  end subroutine
end module
program d02
  use m
  implicit none
  type(node) :: a
  type(t) :: z(3)
  type(t), allocatable :: zero(:)
  type(ext) :: e(2)
  integer :: r, i
  allocate(a%next); a%v = 1; a%next%v = 2
  !$omp target map(tofrom: a)
  a%v = 10
  a%next%v = a%next%v + 10
  !$omp end target
  print *, a%v, a%next%v
  do i = 1, 3
    allocate(z(i)%p(2)); z(i)%p = i; z(i)%n = i - 1
  end do
  !$omp target map(tofrom: z)
  z(2)%p(1) = 50
  z(3)%p(2) = 60
  !$omp end target
  print *, z(1)%p, z(2)%p, z(3)%p
  allocate(zero(0))
  r = 1
  !$omp target map(tofrom: zero, r)
  r = r + size(zero)
  !$omp end target
  print *, r
  call empty(e(1:0), r); print *, r
  call empty(e(2:1:-1), r); print *, r, e
end program
!>           10          12
!>    1.00000000       1.00000000       50.0000000       2.00000000       3.00000000       60.0000000
!>            1
!>          100
!>          102           1           0           1           0
