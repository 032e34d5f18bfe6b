! TASKGRAPH: the tasks of its block are made each time (OpenMP 6.0, 14.3).
program p
  implicit none
  integer, save :: a(4), step, total
  integer :: i
  a = 0
  total = 0
  !$omp parallel num_threads(2)
  !$omp single
  do step = 1, 3
    !$omp taskgraph graph_id(7) graph_reset(step == 3)
    !$omp task depend(out: a(1)) replayable
    a(1) = a(1) + step
    !$omp end task
    !$omp task depend(in: a(1)) depend(out: a(2)) replayable(.true.)
    a(2) = a(2) + a(1)
    !$omp end task
    !$omp taskloop nogroup num_tasks(2) shared(a)
    do i = 3, 4
      a(i) = a(i) + step*i
    end do
    !$omp end taskgraph
    total = total + a(2)
  end do
  !$omp end single
  !$omp end parallel
  print *, a, total
  !$omp parallel num_threads(2)
  !$omp single
  !$omp taskgraph nogroup if(.false.)
  !$omp task
  a(1) = -1
  !$omp end task
  !$omp end taskgraph
  !$omp taskwait
  !$omp end single
  !$omp end parallel
  print *, a(1)
end program
!>            6          10          18          24          15
!>           -1
