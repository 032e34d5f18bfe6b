! stripped: no
! Values that threads hand to each other are read again after every synchronization.
program handed
  use omp_lib
  implicit none
  integer :: x, flag, seen, i, k, total
  integer, save :: stat
  integer(omp_lock_kind) :: lock
  integer :: sums(4)
  logical :: ok

  ! A flag, with atomic operations and flushes.
  x = 1
  flag = 0
  seen = 0
  !$omp parallel num_threads(2) private(k)
  if (omp_get_thread_num() == 0) then
    x = 42
    !$omp flush
    !$omp atomic write
    flag = 1
  else
    k = 0
    do while (k == 0)
      !$omp atomic read
      k = flag
    end do
    !$omp flush
    seen = x
  end if
  !$omp end parallel
  print *, 'flag', seen, x

  ! Ping-pong between two threads: each waits for the value of the other.
  x = 0
  !$omp parallel num_threads(2) private(k, i)
  do i = 1, 50
    do
      !$omp atomic read seq_cst
      k = x
      if (mod(k, 2) == omp_get_thread_num()) exit
    end do
    !$omp atomic update seq_cst
    x = x + 1
  end do
  !$omp end parallel
  print *, 'ping-pong', x

  ! Critical sections.
  x = 0
  total = 0
  !$omp parallel num_threads(3) private(k, i)
  do i = 1, 100
    !$omp critical
    x = x + 1
    k = x
    total = total + k - x + 1
    !$omp end critical
  end do
  !$omp end parallel
  print *, 'critical', x, total

  ! Locks.
  x = 0
  call omp_init_lock(lock)
  !$omp parallel num_threads(3) private(i)
  do i = 1, 100
    call omp_set_lock(lock)
    x = x + 1
    call omp_unset_lock(lock)
  end do
  !$omp end parallel
  call omp_destroy_lock(lock)
  print *, 'locks', x

  ! Phases between barriers: one thread writes, all read.
  x = 5
  stat = 7
  sums = 0
  !$omp parallel num_threads(4) private(k, i)
  k = omp_get_thread_num() + 1
  do i = 1, 10
    sums(k) = sums(k) + x + stat
    !$omp barrier
    if (k == mod(i, 4) + 1) then
      x = x + i
      stat = stat - i
    end if
    !$omp barrier
    sums(k) = sums(k) + 100*x
  end do
  !$omp end parallel
  print *, 'phases', sums, x, stat

  ! SINGLE gives a value to all; NOWAIT with a barrier of its own.
  x = 0
  sums = 0
  !$omp parallel num_threads(4) private(k)
  k = omp_get_thread_num() + 1
  sums(k) = x
  !$omp barrier
  !$omp single
  x = 9
  !$omp end single
  sums(k) = sums(k)*10 + x
  !$omp barrier
  !$omp single
  x = 3
  !$omp end single nowait
  !$omp barrier
  sums(k) = sums(k)*10 + x
  !$omp end parallel
  print *, 'single', sums

  ! Tasks: what they find when they run, not when they are made.
  x = 1
  seen = 0
  total = 0
  !$omp parallel num_threads(2) shared(x, seen, total)
  !$omp single
  !$omp task depend(out: x) shared(x)
  x = 2
  !$omp end task
  !$omp task depend(in: x) shared(x, seen)
  seen = x
  !$omp end task
  !$omp task depend(inout: x) shared(x)
  x = x + 10
  !$omp end task
  !$omp taskwait
  total = x
  !$omp end single
  !$omp end parallel
  print *, 'tasks', seen, total, x

  ! A task that its maker signals.
  x = 1
  flag = 0
  seen = 0
  !$omp parallel num_threads(2) shared(x, flag, seen)
  !$omp single
  !$omp task shared(x, flag, seen) private(k)
  k = 0
  do while (k == 0)
    !$omp atomic read acquire
    k = flag
  end do
  seen = x
  !$omp end task
  x = 77
  !$omp atomic write release
  flag = 1
  !$omp taskwait
  !$omp end single
  !$omp end parallel
  print *, 'signalled task', seen

  ! A nested team whose value comes from a thread of the outer one.
  call omp_set_max_active_levels(2)
  x = 1
  flag = 0
  seen = 0
  !$omp parallel num_threads(2) private(k)
  if (omp_get_thread_num() == 0) then
    x = 5
    !$omp atomic write seq_cst
    flag = 1
  else
    !$omp parallel num_threads(2) private(k) reduction(+: seen)
    k = 0
    do while (k == 0)
      !$omp atomic read seq_cst
      k = flag
    end do
    seen = seen + x
    !$omp end parallel
  end if
  !$omp end parallel
  print *, 'nested', seen

  ! Ordered iterations hand a value on.
  x = 1
  !$omp parallel do ordered schedule(static, 1) num_threads(3) private(k)
  do i = 1, 20
    !$omp ordered
    k = x
    x = mod(k*7 + i, 1000)
    !$omp end ordered
  end do
  print *, 'ordered', x
  ok = .true.
  print *, ok
end program
!>  flag          42          42
!>  ping-pong         100
!>  critical         300         300
!>  locks         300
!>  phases       27120       27120       27120       27120          60         -48
!>  single          93          93          93          93
!>  tasks           2          12          12
!>  signalled task          77
!>  nested          10
!>  ordered         331
!>  T
