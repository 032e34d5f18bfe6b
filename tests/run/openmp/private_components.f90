! Private copies have their allocatable components allocated as the original; procedure pointers of each thread; the
! declarations of omp_lib.h.
! stripped: no
module actions
  implicit none
  integer :: done
  procedure(), pointer :: action
  !$omp threadprivate(done, action)
contains
  subroutine first
    done = 1
  end subroutine
  subroutine second
    done = 2
  end subroutine
end module
program private_components
  use actions
  implicit none
  include 'omp_lib.h'
  type part
    integer :: n
    real, allocatable :: values(:)
  end type
  type(part) :: a, b(2)
  procedure(), pointer, save :: mine
  !$omp threadprivate(mine)
  integer :: good, me
  integer(omp_lock_kind) :: lock
  allocate (a%values(3:5), b(2)%values(7))
  good = 0
  !$omp parallel num_threads(2) private(a, b, me) reduction(+ : good)
  if (allocated(a%values)) then
    if (lbound(a%values, 1) == 3 .and. ubound(a%values, 1) == 5) good = good + 1
  end if
  if (.not. allocated(b(1)%values) .and. size(b(2)%values) == 7) good = good + 1
  me = omp_get_thread_num()
  if (me == 0) then
    action => first
    mine => second
  else
    action => second
    mine => first
  end if
  !$omp barrier
  call action
  if (done == me + 1) good = good + 1
  call mine
  if (done == 2 - me) good = good + 1
  !$omp end parallel
  print '(i3,2l2)', good, allocated(a%values), allocated(b(1)%values)
  call omp_init_lock(lock)
  print '(l2)', omp_test_lock(lock)
  call omp_unset_lock(lock)
  call omp_destroy_lock(lock)
end program
!>   8 T F
!>  T
