! environment: OMP_CANCELLATION=true
! Regions that are cancelled: what has begun goes on to the next cancellation point, nothing waits for those who left.
! stripped: no
program cancellation
  use omp_lib
  implicit none
  logical :: yes, no
  yes = .true.
  no = .false.
  print *, 'cancel-var', omp_get_cancellation()
  call loops
  call section_blocks
  call regions
  call groups
  call loops_of_tasks
contains
  subroutine loops
    integer :: i, early, late, found, total
    integer, allocatable :: own(:)
    early = 0
    late = 0
    found = 0
    allocate (own(10))
    !$omp parallel num_threads(4) private(i)
    !$omp do schedule(dynamic) private(own)
    do i = 1, 100000
      own = i
      if (sum(own) == 10*50) then
        !$omp atomic write
        found = i
        !$omp cancel do
        !$omp atomic
        late = late + 1
      end if
      !$omp cancellation point do
      if (i > 99000) then
        !$omp atomic
        early = early + 1
      end if
    end do
    !$omp end do
    !$omp end parallel
    ! Iterations are given out in order: the last ones were never reached.
    print *, 'do', found, late, early < 1000

    ! A condition that is false cancels nothing.
    total = 0
    !$omp parallel do num_threads(4) reduction(+: total)
    do i = 1, 1000
      !$omp cancel do if(no)
      total = total + i
    end do
    print *, 'none', total

    ! Every thread leaves at its first iteration.
    total = 0
    !$omp parallel do num_threads(4) reduction(+: total) schedule(static, 1)
    do i = 1, 1000
      block
        integer, allocatable :: a(:)
        allocate (a(i))
        !$omp cancel do if(yes)
        total = total + size(a)
      end block
    end do
    print *, 'all', total

    ! The next construct is whole again.
    total = 0
    !$omp parallel num_threads(3) private(i)
    !$omp do
    do i = 1, 30
      !$omp cancel do
      !$omp atomic
      total = total + 1000
    end do
    !$omp do
    do i = 1, 30
      !$omp atomic
      total = total + 1
    end do
    !$omp end parallel
    print *, 'again', total
  end subroutine

  subroutine section_blocks
    integer :: n
    n = 0
    !$omp parallel sections num_threads(2)
    !$omp cancel sections
    n = n + 1
    !$omp section
    !$omp cancellation point sections
    !$omp cancel sections
    n = n + 1
    !$omp section
    !$omp cancel sections if(yes)
    n = n + 1
    !$omp end parallel sections
    print *, 'sections', n
  end subroutine

  subroutine regions
    integer :: k, n, after, inside
    n = 0
    after = 0
    inside = 0
    !$omp parallel num_threads(4) private(k)
    if (omp_get_thread_num() == 2) then
      !$omp cancel parallel
      after = -1
    end if
    ! Thread 2 never comes here; the others go on at the end of the region.
    !$omp barrier
    !$omp atomic
    after = after + 1
    !$omp do
    do k = 1, 10
      !$omp atomic
      inside = inside + 1
    end do
    !$omp single
    inside = inside + 100
    !$omp end single
    !$omp end parallel
    print *, 'parallel', after, inside

    ! Many times, with constructs that other threads may be in.
    do k = 1, 200
      call one(k)
    end do
    ! A nested region is its own.
    n = 0
    !$omp parallel num_threads(2) reduction(+: n)
    !$omp parallel num_threads(2)
    !$omp cancel parallel
    n = n + 1000
    !$omp end parallel
    !$omp barrier
    n = n + 1
    !$omp end parallel
    print *, 'nested', n
  end subroutine

  subroutine one(k)
    integer, value :: k
    integer :: i, s
    s = 0
    !$omp parallel num_threads(3) private(i)
    !$omp do schedule(dynamic, 2)
    do i = 1, 20
      !$omp atomic
      s = s + 1
    end do
    !$omp end do nowait
    !$omp cancel parallel if(omp_get_thread_num() == mod(k, 3))
    !$omp single
    !$omp task
    !$omp atomic
    s = s + 1000
    !$omp end task
    !$omp end single
    !$omp cancellation point parallel
    stop 1
    !$omp end parallel
  end subroutine

  subroutine groups
    integer :: i, n, begun
    integer, allocatable :: a(:)
    n = 0
    begun = 0
    a = [1, 2, 3]
    !$omp parallel num_threads(4)
    !$omp single
    !$omp taskgroup
    do i = 1, 50
      !$omp task firstprivate(a)
      !$omp atomic
      begun = begun + 1
      !$omp cancel taskgroup
      a(1) = 5
      !$omp atomic
      n = n + 1
      !$omp end task
    end do
    !$omp end taskgroup
    ! The next group is not cancelled.
    !$omp taskgroup
    do i = 1, 50
      !$omp task shared(n)
      !$omp atomic
      n = n + 1
      !$omp cancellation point taskgroup
      !$omp atomic
      n = n + 1
      !$omp end task
    end do
    !$omp end taskgroup
    !$omp end single
    !$omp end parallel
    print *, 'taskgroup', n, begun >= 1, begun <= 50, a

    n = 0
    !$omp parallel num_threads(2)
    !$omp single
    !$omp taskgroup
    !$omp task
    !$omp cancel taskgroup
    n = n + 1
    !$omp end task
    !$omp end taskgroup
    !$omp task shared(n)
    n = n + 100
    !$omp end task
    !$omp taskwait
    !$omp end single
    !$omp end parallel
    print *, 'tasks', n
  end subroutine

  subroutine loops_of_tasks
    integer :: i, n
    n = 0
    !$omp parallel num_threads(3)
    !$omp single
    !$omp taskloop num_tasks(20)
    do i = 1, 1000
      !$omp cancel taskgroup
      !$omp atomic
      n = n + 1
    end do
    !$omp end taskloop
    !$omp taskloop num_tasks(20)
    do i = 1, 1000
      !$omp atomic
      n = n + 1
      !$omp cancellation point taskgroup
    end do
    !$omp end taskloop
    !$omp end single
    !$omp end parallel
    print *, 'taskloop', n
  end subroutine
end program
!>  cancel-var T
!>  do          50           0 T
!>  none      500500
!>  all           0
!>  again          30
!>  sections           0
!>  parallel           0           0
!>  nested           2
!>  taskgroup         100 T T           1           2           3
!>  tasks         100
!>  taskloop        1000
