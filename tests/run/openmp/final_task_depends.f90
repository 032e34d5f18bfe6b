! stripped: no
! A final task whose predecessor is open does not keep the thread that meets it, which lets the predecessor end.
program final_task_depends
  use omp_lib
  implicit none
  integer :: v(2)
  integer(omp_event_handle_kind) :: e
  v = 0
  !$omp parallel num_threads(2) shared(v, e)
  !$omp single
  !$omp task detach(e) depend(inout: v(1)) shared(v)
  v(1) = 7
  !$omp end task
  !$omp task depend(in: v(1)) depend(inout: v(2)) final(.true.) shared(v)
  v(2) = v(1)*2 + 2
  !$omp task depend(inout: v(2)) shared(v)
  if (.not. omp_in_final()) v(2) = -1
  v(2) = v(2) + 1
  !$omp end task
  !$omp end task
  call omp_fulfill_event(e)
  !$omp end single
  !$omp end parallel
  print *, v
end program
!>            7          17
