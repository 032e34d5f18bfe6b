! A task takes part in a reduction that the task around it takes part in, which is over before it: both combine with the
! variable of the taskgroup, also where the inner task is made in another procedure.
! stripped: no
program nested
  implicit none
  integer :: s, t, i, a(3), b(4)
  s = 0; a = 0
  !$omp parallel num_threads(3)
  !$omp single
  !$omp taskgroup task_reduction(+: s, a)
  do i = 1, 10
    !$omp task in_reduction(+: s, a)
    s = s + i
    !$omp task in_reduction(+: s, a)
    s = s + 1000
    a(2) = a(2) + 1
    !$omp end task
    !$omp end task
  end do
  !$omp end taskgroup
  !$omp end single
  !$omp end parallel
  print '(i0,3i3)', s, a

  s = 0
  !$omp parallel num_threads(2)
  !$omp single
  !$omp taskgroup task_reduction(+: s)
  !$omp task in_reduction(+: s)
  !$omp taskloop in_reduction(+: s)
  do i = 1, 10
    s = s + i
  end do
  !$omp end task
  !$omp taskloop in_reduction(+: s)
  do i = 1, 10
    !$omp task in_reduction(+: s)
    s = s + i
    !$omp end task
  end do
  !$omp end taskgroup
  !$omp end single
  !$omp end parallel
  print '(i0)', s

  s = 0
  !$omp parallel num_threads(3)
  !$omp single
  !$omp taskgroup task_reduction(+: s)
  call tree(s, 4)
  !$omp end taskgroup
  !$omp end single
  !$omp end parallel
  print '(i0)', s

  ! Threads reduce, tasks of another procedure take part, of a part of an array too.
  s = 0; b = 0
  !$omp parallel num_threads(3) reduction(task, +: s, b)
  s = s + 100
  call both(s, b(2:3))
  s = s + 100
  !$omp end parallel
  print '(i0,4i4)', s, b

  ! A taskgroup in a task: its reduction is of the accumulator, and complete at its end.
  s = 0; t = 0
  !$omp parallel num_threads(2)
  !$omp single
  !$omp taskgroup task_reduction(+: s)
  !$omp task in_reduction(+: s) shared(t)
  call group(s)
  t = s
  !$omp end task
  !$omp end taskgroup
  !$omp end single
  !$omp end parallel
  print '(i0,1x,i0)', s, t
contains
  recursive subroutine tree(s, d)
    integer :: s
    integer, value :: d
    !$omp task in_reduction(+: s) firstprivate(d)
    s = s + 1
    if (d > 0) then
      call tree(s, d - 1)
      call tree(s, d - 1)
    end if
    !$omp end task
  end subroutine

  subroutine both(x, y)
    integer :: x, y(2)
    !$omp task in_reduction(+: x, y)
    x = x + 1
    y(2) = y(2) + 2
    !$omp end task
  end subroutine

  subroutine group(x)
    integer :: x, i
    !$omp taskgroup task_reduction(+: x)
    do i = 1, 4
      !$omp task in_reduction(+: x)
      x = x + i
      !$omp end task
    end do
    !$omp end taskgroup
  end subroutine
end program
!> 10055  0 10  0
!> 110
!> 31
!> 603   0   0   6   0
!> 10 10
