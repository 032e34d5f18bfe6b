! offload: default
! Polymorphic objects in regions that do not wait, in tasks, and of host procedures.
module m
  implicit none
  type :: base
    integer :: i = 1
  end type
  type, extends(base) :: ext
    integer :: k(2) = 2
  end type
contains
  subroutine go(x)
    class(base), intent(inout) :: x
    integer :: s
    s = 0
    !$omp parallel num_threads(2)
    !$omp single
    !$omp target map(tofrom: x) nowait depend(inout: x)
    x%i = x%i + 1
    select type (x)
    type is (ext)
      x%k(2) = x%i * 10
    end select
    !$omp end target
    !$omp target map(tofrom: x) map(from: s) depend(inout: x)
    s = x%i
    select type (x)
    class is (ext)
      s = s + x%k(2)
    end select
    !$omp end target
    !$omp end single
    !$omp end parallel
    print *, s
    call nested
  contains
    subroutine nested
      integer :: j
      !$omp parallel num_threads(2)
      !$omp single
      do j = 1, 2
        !$omp task firstprivate(x)
        x%i = j
        !$omp target map(tofrom: x)
        x%i = x%i * 7
        !$omp end target
        if (x%i /= j * 7) print *, 'FAIL', x%i
        !$omp end task
      end do
      !$omp end single
      !$omp end parallel
      print *, x%i
    end subroutine
  end subroutine
end module
program b08
  use m
  implicit none
  type(base) :: b
  type(ext) :: e
  call go(b); print *, b
  call go(e); print *, e
end program
!>            2
!>            2
!>            2
!>           22
!>            2
!>            2           2          20
