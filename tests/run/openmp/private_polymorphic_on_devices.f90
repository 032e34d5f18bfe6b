! offload: default
! Polymorphic variables that are private in target regions and the constructs inside.
! stripped: no
module m
  implicit none
  type :: base
    integer :: i = 3
  end type
  type, extends(base) :: ext
    integer :: k(2) = 4
  end type
contains
  subroutine dummies(x, y, r)
    class(base), intent(inout) :: x, y(:)
    integer, intent(inout) :: r(4)
    !$omp target firstprivate(x, y) map(tofrom: r)
    select type (x)
    type is (ext)
      r(1) = x%i + sum(x%k)
      x%k = 0
      r(2) = sum(x%k)
    end select
    select type (y)
    type is (ext)
      r(3) = y(2)%k(1)
      y(2)%k(1) = -9
    end select
    x%i = 12
    r(4) = x%i
    !$omp end target
  end subroutine
  subroutine without(x, r)
    class(base), intent(inout) :: x
    integer, intent(inout) :: r(4)
    !$omp target private(x) map(tofrom: r)
    select type (x)
    type is (ext)
      x%k = 1
      r(1) = x%i + sum(x%k)
    end select
    !$omp end target
  end subroutine
end module
program main
  use m
  implicit none
  class(base), allocatable :: x, none, v(:)
  class(base), pointer :: p
  type(ext) :: e, f(2)
  integer :: r(4), i, s
  allocate(x, source=ext(1, [2, 3]))
  allocate(v(2), source=[ext(10, [20, 30]), ext(11, [21, 31])])
  allocate(p, source=x)
  r = 0
  !$omp target firstprivate(x, v, none) map(tofrom: r)
  select type (x)
  type is (ext)
    r(1) = x%i + sum(x%k)
    x%k = -1
    r(2) = sum(x%k)
  end select
  select type (v)
  type is (ext)
    r(3) = v(2)%k(1)
    v(2)%k = 0
  end select
  if (allocated(none)) r(4) = 1
  !$omp end target
  print *, r
  !$omp target firstprivate(p) map(tofrom: r)
  r(4) = p%i
  !$omp end target
  print *, r
  select type (x)
  type is (ext)
    print *, x
  end select
  select type (v)
  type is (ext)
    print *, v
  end select
  call dummies(e, f, r)
  print *, r, e, f
  call without(e, r)
  print *, r, e
  s = 0
  !$omp target teams distribute parallel do firstprivate(x) reduction(+: s)
  do i = 1, 10
    s = s + x%i
  end do
  print *, s
  !$omp target parallel firstprivate(x, v) reduction(+: s) num_threads(2)
  select type (x)
  type is (ext)
    s = s + x%k(2)
  end select
  x%i = 0
  !$omp end target parallel
  print *, s
  !$omp teams num_teams(2) firstprivate(x) reduction(+: s)
  s = s + x%i
  x%i = 0
  !$omp end teams
  print *, s, x%i
  !$omp target defaultmap(firstprivate: allocatable) map(tofrom: r)
  x%i = 99
  r(1) = x%i
  !$omp end target
  print *, r(1), x%i
end program
!>            6          -2          21           0
!>            6          -2          21           1
!>            1           2           3
!>           10          20          30          11          21          31
!>           11           0           4          12           3           4           4           3           4           4           3           4           4
!>            5           0           4          12           3           4           4
!>           10
!>           16
!>           18           1
!>           99           1
