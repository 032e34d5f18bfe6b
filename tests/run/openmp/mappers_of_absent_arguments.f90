! offload: default
! The default mapper of an argument that is absent maps nothing.
module m
  implicit none
  type t
    integer :: n = 0
    integer, pointer :: p(:) => null()
  end type
  !$omp declare mapper(t :: x) map(x%n, x%p(1:x%n))
contains
  subroutine maybe(r, x)
    type(t), intent(inout), optional :: x
    integer, intent(out) :: r
    r = 0
    !$omp target map(tofrom: r) map(to: x)
    if (present(x)) r = r - x%p(1)
    !$omp end target
    print *, r
  end subroutine
  subroutine maybe2(r, x)
    type(t), intent(inout), optional :: x(:)
    integer, intent(out) :: r
    r = 0
    !$omp target map(tofrom: r) map(to: x)
    r = 1
    !$omp end target
    print *, r
  end subroutine
  subroutine maybe3(r, x)
    type(t), intent(inout), optional, allocatable :: x
    integer, intent(out) :: r
    r = 0
    !$omp target map(tofrom: r) map(to: x)
    r = 1
    !$omp end target
    print *, r
  end subroutine
  subroutine maybe4(r, x)
    type(t), intent(inout), optional, allocatable :: x(:)
    integer, intent(out) :: r
    r = 0
    !$omp target map(tofrom: r) map(to: x)
    r = 1
    !$omp end target
    print *, r
  end subroutine
end module
program main
  use m
  implicit none
  integer :: r
  call maybe(r)
 call maybe2(r)
 call maybe3(r)
 call maybe4(r)
end program
!>            0
!>            1
!>            1
!>            1
