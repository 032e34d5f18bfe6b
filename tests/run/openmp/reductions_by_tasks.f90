! Tasks take part in reductions of threads; the groups inside have reductions of their own. Hints.
! stripped: no
program main
  implicit none
  integer :: i, s, p, inner, total
  s = 100
  !$omp parallel reduction(task, +: s) private(i) num_threads(2)
  s = s + 1
  do i = 1, 50
    !$omp task in_reduction(+: s) firstprivate(i)
    s = s + i
    !$omp end task
    s = s + 1
  end do
  !$omp end parallel
  print *, s
  p = 1
  !$omp parallel num_threads(2)
  !$omp do reduction(task, *: p)
  do i = 1, 6
    !$omp task in_reduction(*: p)
    p = p * 2
    !$omp end task
  end do
  !$omp end parallel
  print *, p
  total = 0
  !$omp parallel reduction(task, +: total) private(inner) num_threads(2)
  inner = 0
  !$omp taskgroup task_reduction(+: inner)
  do i = 1, 10
    !$omp task in_reduction(+: inner) in_reduction(+: total)
    inner = inner + 1
    total = total + 1
    !$omp end task
  end do
  !$omp end taskgroup
  total = total + inner
  !$omp end parallel
  print *, total
  s = 0
  !$omp assume holds(s == 0)
  s = s + 1
  !$omp end assume
  !$omp unroll partial(3)
  do i = 1, 10
    s = s + i
  end do
  !$omp unroll
  do i = 1, 4
    s = s + 1
  end do
  print *, s
end program
!>         2752
!>           64
!>           40
!>           60
