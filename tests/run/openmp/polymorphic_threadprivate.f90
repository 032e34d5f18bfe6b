! offload: default
! COPYIN and COPYPRIVATE of polymorphic variables.
! stripped: no
module m
  implicit none
  type :: base
    integer :: i = 1
  end type
  type, extends(base) :: ext
    integer :: k = 4
  end type
  class(base), allocatable :: tp
  class(base), pointer :: pp => null()
  !$omp threadprivate(tp, pp)
end module
program a07
  use m
  implicit none
  class(base), allocatable :: x
  integer :: s
  allocate(tp, source=ext(7, 8))
  allocate(pp, source=ext(9, 10))
  s = 0
  !$omp parallel num_threads(3) copyin(tp, pp) reduction(+: s)
  select type (tp)
  type is (ext)
    s = s + tp%i + tp%k
  end select
  select type (pp)
  type is (ext)
    s = s + pp%i + pp%k
  end select
  !$omp end parallel
  print *, s
  s = 0
  !$omp parallel num_threads(3) private(x) reduction(+: s)
  !$omp single
  allocate(x, source=ext(20, 30))
  !$omp end single copyprivate(x)
  select type (x)
  type is (ext)
    s = s + x%i + x%k
  end select
  !$omp end parallel
  print *, s
end program
!>          102
!>          150
