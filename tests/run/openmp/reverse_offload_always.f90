! ALWAYS brings values to a region of the host and takes them back, also of what has a descriptor.
module given
  implicit none
  !$omp requires reverse_offload
  type box
    integer, allocatable :: inside(:)
  end type
contains
  subroutine of_dummy(x)
    integer, intent(inout) :: x(:)
    integer :: seen
    !$omp target map(tofrom: x) map(from: seen)
    x = x + 6
    !$omp target device(ancestor: 1) map(always, tofrom: x, seen)
    seen = x(1)
    x = x * 10
    !$omp end target
    x = x + 1
    !$omp end target
    print *, x, seen
  end subroutine
end module
program reverse_offload_always
  use given
  implicit none
  !$omp requires reverse_offload
  integer :: fixed(2)
  integer, allocatable :: list(:)
  integer, pointer :: p(:)
  type(box) :: o
  fixed = 1
  call of_dummy(fixed)
  allocate (list(2), p(2), o%inside(2))
  list = 1
  p = 2
  o%inside = 3
  !$omp target map(tofrom: list, p, o)
  list = list + 6
  p = p + 6
  o%inside = o%inside + 6
  !$omp target device(ancestor: 1) map(always, tofrom: list, p, o)
  list = list * 10
  p = p * 10
  o%inside = o%inside * 10
  !$omp end target
  list = list + 1
  p = p + 1
  o%inside = o%inside + 1
  !$omp end target
  print *, list, p, o%inside
end program
!>           71          71           7
!>           71          71          81          81          91          91
