! stripped: no
! Of the tasks that could run, those of higher priority begin first: explicit ones, loops of tasks, target tasks.
! seeds: none
! environment: OMP_MAX_TASK_PRIORITY=10
program task_priority
  use omp_lib
  implicit none
  integer :: order(20), n, i, p, done
  print *, omp_get_max_task_priority()
  n = 0
  done = 0
  order = 0
  !$omp parallel num_threads(2) private(p, i)
  if (omp_get_thread_num() == 1) then
    ! Not a place where tasks run.
    call wait_until(done)
  else
    do i = 1, 5
      p = mod(3 * i, 5) + 1
      !$omp task priority(p) firstprivate(p) shared(order, n)
      n = n + 1
      order(n) = p
      !$omp end task
    end do
    !$omp taskloop priority(7) nogroup num_tasks(3) shared(order, n)
    do i = 1, 3
      n = n + 1
      order(n) = 7
    end do
    ! More than the highest is the highest; less than none is none.
    !$omp task priority(1000) shared(order, n)
    n = n + 1
    order(n) = 10
    !$omp end task
    !$omp task priority(n - 1000) shared(order, n)
    n = n + 1
    order(n) = 0
    !$omp end task
    !$omp taskwait
    !$omp atomic write
    done = 1
  end if
  !$omp end parallel
  print '(20i3)', order(:n)
  ! Target tasks.
  n = 0
  done = 0
  order = 0
  !$omp parallel num_threads(2) private(p, i)
  if (omp_get_thread_num() == 1) then
    call wait_until(done)
  else
    do i = 1, 4
      p = mod(3 * i, 5) + 1
      !$omp target nowait priority(p) map(tofrom: n, order) firstprivate(p)
      n = n + 1
      order(n) = p
      !$omp end target
    end do
    !$omp taskwait
    !$omp atomic write
    done = 1
  end if
  !$omp end parallel
  print '(20i3)', order(:n)
contains
  subroutine wait_until(flag)
    integer, intent(inout) :: flag
    integer :: seen
    do
      !$omp atomic read
      seen = flag
      if (seen /= 0) exit
    end do
  end subroutine
end program
!>           10
!>  10  7  7  7  5  4  3  2  1  0
!>   5  4  3  2
