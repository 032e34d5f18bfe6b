module store
  implicit none
  integer :: counter = 10
  real :: field(100) = 1.5
  integer :: hostonly = 3
  real, allocatable :: al(:)
  !$omp declare target(counter, field, al)
  !$omp declare target enter(hostonly) device_type(host)
contains
  subroutine bump(k)
    !$omp declare target
    integer, intent(in) :: k
    integer, save :: calls = 100
    calls = calls + 1
    counter = counter + k + calls
  end subroutine
end module
subroutine commons(x)
  integer :: x, a(3), b
  common /shared/ a, b
  !$omp declare target(/shared/)
  !$omp target map(from: x)
  a(2) = a(2) + b
  x = a(2)
  !$omp end target
end subroutine
block data
  integer :: a(3), b
  common /shared/ a, b
  data a /1, 2, 3/, b /7/
end block data
