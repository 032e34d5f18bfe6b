! offload: default
! Private copies of polymorphic variables whose types have FINAL procedures.
! stripped: no
module m
  implicit none
  integer :: finals = 0
  type :: base
    integer, allocatable :: a(:)
  contains
    final :: bye
  end type
  type, extends(base) :: ext
    integer, allocatable :: b(:)
  end type
contains
  impure elemental subroutine bye(x)
    type(base), intent(inout) :: x
    !$omp atomic
    finals = finals + 1
    if (allocated(x%a)) deallocate(x%a)
  end subroutine
  subroutine work(x, s)
    class(base), intent(inout) :: x
    integer, intent(inout) :: s
    integer :: j
    do j = 1, 50
      !$omp parallel num_threads(2) firstprivate(x) reduction(+: s)
      s = s + sum(x%a)
      select type (x)
      type is (ext)
        s = s + sum(x%b)
        deallocate(x%b)
      end select
      !$omp end parallel
      !$omp task firstprivate(x) shared(s)
      s = s + sum(x%a)
      deallocate(x%a)
      !$omp end task
      !$omp taskwait
      !$omp target firstprivate(x) map(tofrom: s)
      s = s + x%a(1)
      x%a(1) = 0
      !$omp end target
    end do
  end subroutine
end module
program d03
  use m
  implicit none
  class(base), allocatable :: c, v(:)
  type(ext) :: e
  integer :: s, i
  allocate(e%a(3), e%b(2)); e%a = 1; e%b = 2
  s = 0
  call work(e, s)
  print *, s, e%a, e%b
  allocate(c, source=e)
  allocate(v(3), source=e)
  s = 0
  do i = 1, 20
    !$omp parallel num_threads(3) firstprivate(c, v) reduction(+: s)
    s = s + sum(c%a) + sum(v(3)%a)
    deallocate(c)
    !$omp end parallel
    !$omp parallel num_threads(3) private(c, v) reduction(+: s)
    s = s + size(c%a) + size(v(2)%a)
    !$omp end parallel
  end do
  print *, s, c%a, size(v), v(1)%a
  print *, finals > 0
end program
!>          900           1           1           1           2           2
!>          720           1           1           1           3           1           1           1
!>  T
