! Sets of tasks, dependence objects with a kind, TASKWAIT that waits for some tasks only.
! stripped: no
program dependence_sets
  use omp_lib
  implicit none
  integer(omp_event_handle_kind) :: event
  integer(omp_depend_kind) :: reads, sets
  integer :: x, y, z, n
  do n = 1, 4
    x = 0; y = 0; z = 0
    !$omp parallel num_threads(n)
    !$omp single
    ! A member of the set fulfills the event that another member waits for.
    !$omp task detach(event) depend(inoutset: x)
    !$omp end task
    !$omp task depend(inoutset: x)
    call omp_fulfill_event(event)
    !$omp end task
    !$omp task depend(in: x) shared(y)
    y = 1
    !$omp end task
    !$omp taskwait
    ! The same by objects.
    !$omp depobj(reads) depend(inout: x)
    !$omp depobj(reads) update(in)
    !$omp task detach(event) depend(depobj: reads)
    !$omp end task
    !$omp target nowait depend(depobj: reads) map(tofrom: z)
    z = z + 1
    !$omp end target
    !$omp task depend(depobj: reads)
    call omp_fulfill_event(event)
    !$omp end task
    !$omp taskwait
    !$omp depobj(sets) depend(mutexinoutset: x)
    !$omp task depend(depobj: sets) shared(x)
    x = x + 1
    !$omp end task
    !$omp task depend(mutexinoutset: x) shared(x)
    x = x + 1
    !$omp end task
    ! What has other dependences is not waited for.
    !$omp task detach(event) depend(out: y)
    !$omp end task
    !$omp taskwait depend(in: x)
    print *, n, x, y, z
    !$omp taskwait nowait depend(in: y) depend(out: z)
    !$omp task depend(in: z) shared(z)
    z = z + 10
    !$omp end task
    if (z /= 1) print *, 'too early'
    call omp_fulfill_event(event)
    !$omp taskwait
    print *, z
    !$omp depobj(reads) destroy
    !$omp depobj(sets) destroy
    !$omp end single
    !$omp end parallel
  end do
end program
!>            1           2           1           1
!>           11
!>            2           2           1           1
!>           11
!>            3           2           1           1
!>           11
!>            4           2           1           1
!>           11
