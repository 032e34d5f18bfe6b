! stripped: no
! regions: on the device
! Parallel constructs of regions have as many threads as NUM_THREADS says, also where nothing asks how many there are.
program kernel_threads_by_effect
  use omp_lib
  implicit none
  integer :: n, m, k, l, q, i, a(3), v(10), r(6), c, seen(0:3)

  n = 0; m = 0; k = 0; l = 0; a = 0
  !$omp target parallel reduction(+: n) num_threads(6) map(tofrom: n)
  n = n + 1
  !$omp end target parallel
  !$omp target parallel num_threads(6) map(tofrom: m)
  !$omp atomic
  m = m + 1
  !$omp end target parallel
  !$omp target parallel num_threads(6) map(tofrom: k)
  !$omp critical
  k = k + 1
  !$omp end critical
  !$omp end target parallel
  !$omp target parallel num_threads(6) reduction(+: a) map(tofrom: a)
  a = a + [1, 2, 3]
  !$omp end target parallel
  !$omp target teams num_teams(2) map(tofrom: l) reduction(+: l)
  !$omp parallel num_threads(3) reduction(+: l)
  l = l + 1
  !$omp end parallel
  !$omp end target teams
  print *, n, m, k, a, l

  ! Beside what threads share.
  m = 0; k = 0; q = 0; v = 0
  !$omp target parallel num_threads(4) map(tofrom: m, v)
  !$omp do
  do i = 1, 10
    v(i) = i
  end do
  !$omp atomic
  m = m + 1
  !$omp end target parallel
  !$omp target parallel num_threads(4) map(tofrom: k, v)
  !$omp single
  v(1) = 5
  !$omp end single
  !$omp atomic
  k = k + v(1)
  !$omp end target parallel
  !$omp target teams num_teams(3) map(tofrom: q)
  !$omp parallel do num_threads(2)
  do i = 1, 10
    !$omp atomic
    q = q + 1
  end do
  !$omp end target teams
  print *, m, k, q
  m = 0; k = 0
  !$omp target parallel num_threads(4) map(tofrom: m)
  !$omp sections
  !$omp section
  !$omp atomic
  m = m + 1
  !$omp section
  !$omp atomic
  m = m + 10
  !$omp end sections
  !$omp atomic
  m = m + 100
  !$omp end target parallel
  !$omp target map(tofrom: k)
  !$omp parallel num_threads(4)
  !$omp task
  !$omp atomic
  k = k + 1
  !$omp end task
  !$omp end parallel
  !$omp end target
  print *, m, k

  ! A parallel construct in a parallel one has one thread.
  k = 0; m = 0; q = 0; n = 0
  !$omp target parallel num_threads(3) map(tofrom: k, m, q, n)
  !$omp atomic
  m = m + 1
  if (omp_get_thread_num() == 0) q = omp_get_num_threads()
  !$omp parallel num_threads(2) private(i)
  !$omp do
  do i = 1, 5
    !$omp atomic
    k = k + 1
  end do
  !$omp single
  !$omp atomic
  k = k + 100 * (omp_get_thread_num() + omp_get_num_threads()) + 1000 * omp_get_level()
  !$omp critical
  n = n + 1
  !$omp end critical
  !$omp end single
  !$omp end parallel
  !$omp end target parallel
  print *, m, q, k, n
  seen = 0
  !$omp target parallel num_threads(4) map(tofrom: seen) private(n)
  n = omp_get_thread_num()
  !$omp parallel if(.false.)
  seen(n) = omp_get_level()
  !$omp end parallel
  !$omp end target parallel
  print *, seen

  ! The thread of MASKED is there.
  c = 0
  !$omp target parallel num_threads(4) map(tofrom: c)
  !$omp masked filter(1)
  c = 5
  !$omp end masked
  !$omp end target parallel
  print *, c

  ! One number is known when the region runs, the other one before.
  r = 0; c = 0
  !$omp target teams num_teams(6) thread_limit(8) private(n) map(tofrom: r, c)
  n = omp_get_team_num() + 1
  !$omp parallel num_threads(n)
  !$omp masked
  r(omp_get_team_num() + 1) = omp_get_num_threads()
  !$omp end masked
  !$omp end parallel
  !$omp parallel num_threads(4)
  !$omp atomic
  c = c + omp_get_num_threads()
  !$omp end parallel
  !$omp end target teams
  print *, r, c

  ! A static schedule gives each thread one block.
  !$omp target parallel do num_threads(4) schedule(static) map(from: v)
  do i = 1, 10
    v(i) = omp_get_thread_num()
  end do
  print *, v
  !$omp target parallel do num_threads(4) schedule(static) ordered map(from: v)
  do i = 1, 10
    !$omp ordered
    v(i) = omp_get_thread_num()
    !$omp end ordered
  end do
  print *, v
end program
!>            6           6           6           6          12          18           6
!>            4          20          30
!>          411           4
!>            3           3        6315           3
!>            2           2           2           2
!>            5
!>            1           2           3           4           5           6          96
!>            0           0           0           1           1           1           2           2           3           3
!>            0           0           0           1           1           1           2           2           3           3
