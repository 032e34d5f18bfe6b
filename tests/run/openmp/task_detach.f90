! Tasks that are over only when their event is fulfilled.
! stripped: no
program task_detach
  use omp_lib
  implicit none
  integer(omp_event_handle_kind) :: event
  integer :: x, y, z, n
  do n = 1, 4
    x = 0
    y = 0
    z = 0
    !$omp parallel num_threads(n)
    !$omp single
    !$omp task detach(event) depend(out: x)
    x = 1
    !$omp end task
    !$omp task depend(in: x) shared(z)
    !$omp atomic read
    z = y
    !$omp end task
    !$omp task shared(y)
    !$omp atomic write
    y = 10 + n
    call omp_fulfill_event(event)
    !$omp end task
    !$omp taskwait
    print *, n, x, y, z
    !$omp taskgroup
    !$omp task detach(event) shared(x)
    call omp_fulfill_event(event)
    x = x + 1
    !$omp end task
    !$omp end taskgroup
    if (x /= 2) print *, 'the group is over too early'
    !$omp end single
    !$omp end parallel
  end do
  ! Outside of parallel regions.
  !$omp task detach(event)
  x = -1
  !$omp end task
  call omp_fulfill_event(event)
  !$omp taskwait
  print *, x
end program
!>            1           1          11          11
!>            2           1          12          12
!>            3           1          13          13
!>            4           1          14          14
!>           -1
