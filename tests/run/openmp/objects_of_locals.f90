! Local variables that are mapped and never unmapped: the next activation has its own.
module m
  implicit none
  type t
    integer :: n = 0
    real, allocatable :: a(:)
  end type
contains
  subroutine loc(k, r)
    integer, intent(in) :: k
    integer, intent(out) :: r
    type(t) :: o
    integer :: x(10), y
    o%n = k
    x = k
    y = k
    allocate(o%a(2), source = real(k))
    !$omp target enter data map(to: o, x, y)
    !$omp target map(from: r)
    r = o%n + x(3) + y + int(o%a(1))
    !$omp end target
  end subroutine
  subroutine auto(n, r)
    integer, intent(in) :: n
    integer, intent(out) :: r
    integer :: x(n)
    x = n
    !$omp target enter data map(to: x)
    !$omp target map(from: r)
    r = sum(x)
    !$omp end target
  end subroutine
end module
program p
  use m
  implicit none
  integer :: k, r
  do k = 1, 3
    call loc(k, r)
    print *, r
    call auto(10 + k, r)
    print *, r
    call auto(10000 + k, r)
    print *, r
  end do
end program
!>            4
!>          121
!>    100020001
!>            8
!>          144
!>    100040004
!>           12
!>          169
!>    100060009
