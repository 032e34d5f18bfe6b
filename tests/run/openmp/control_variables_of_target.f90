! offload: default
! Control variables belong to the task that a target region is: what it sets on the host is not seen outside.
! stripped: no
program icvs
  use omp_lib
  implicit none
  integer :: n, chunk
  integer(omp_sched_kind) :: kind
  call omp_set_num_threads(3)
  !$omp target
  call omp_set_num_threads(2)
  !$omp end target
  print '(i0)', omp_get_max_threads()
  !$omp target if(.false.)
  call change()
  !$omp end target
  call omp_get_schedule(kind, chunk)
  print '(i0,1x,l1,1x,l1)', omp_get_max_threads(), omp_get_dynamic(), chunk == 7
  n = 0
  !$omp target map(tofrom: n) thread_limit(4)
  call omp_set_num_threads(2)
  n = omp_get_max_threads()
  !$omp end target
  print '(i0,1x,i0)', n, omp_get_max_threads()
contains
  subroutine change()
    call omp_set_num_threads(5)
    call omp_set_dynamic(.true.)
    call omp_set_schedule(omp_sched_guided, 7)
  end subroutine
end program
!> 3
!> 3 F F
!> 2 3
