! stripped: no
program u
  use omp_lib
  implicit none
  integer :: i, j, n, s, lv(3), a(10), cnt
  integer(omp_lock_kind) :: lck
  integer(omp_nest_lock_kind) :: nl
  real(8) :: x, arr(5), m(3, 4)
  complex :: z
  logical :: l
  integer(omp_sched_kind) :: kind
  integer :: chunk
  call omp_set_num_threads(3)
  call omp_set_max_active_levels(2)
  n = 0
  !$omp parallel num_threads(2) private(lv)
  !$omp parallel num_threads(3) shared(n)
  !$omp atomic
  n = n + omp_get_level() * 10 + omp_get_num_threads() + 100 * omp_get_team_size(1)
  !$omp end parallel
  !$omp end parallel
  print *, n
  call omp_set_max_active_levels(1)
  call omp_init_lock(lck)
  call omp_init_nest_lock(nl)
  s = 0
  !$omp parallel do schedule(runtime)
  do i = 1, 100
    call omp_set_lock(lck)
    s = s + i
    call omp_unset_lock(lck)
    call omp_set_nest_lock(nl)
    call omp_set_nest_lock(nl)
    call omp_unset_nest_lock(nl)
    call omp_unset_nest_lock(nl)
  end do
  call omp_destroy_lock(lck)
  call omp_destroy_nest_lock(nl)
  print *, s
  arr = 0; m = 1; z = 0; l = .false.
  !$omp parallel do reduction(+: arr, z) reduction(*: m) reduction(.or.: l) schedule(guided, 2)
  do i = 1, 20
    arr = arr + i
    arr(2) = arr(2) + 1
    z = z + cmplx(i, -i)
    m(1, 1) = m(1, 1) * 2
    l = l .or. i == 13
  end do
  print *, arr
  print *, z, m(1, 1), m(2, 2), l
  !$omp parallel reduction(max: n) reduction(ieor: s) if(.false.)
  n = max(n, omp_get_num_threads())
  s = ieor(s, 7)
  !$omp end parallel
  print *, n, s
  cnt = 0
  !$omp parallel private(j)
  !$omp critical (alpha)
  cnt = cnt + 1
  !$omp end critical (alpha)
  !$omp barrier
  !$omp atomic capture
  j = cnt
  cnt = cnt + 1
  !$omp end atomic
  !$omp atomic read
  j = cnt
  !$omp end parallel
  print *, cnt
  call omp_set_schedule(omp_sched_dynamic, 4)
  call omp_get_schedule(kind, chunk)
  print *, kind, chunk
  a = 0
  !$omp parallel do schedule(runtime) private(j) default(none) shared(a) firstprivate(n)
  do i = 1, 10
    j = i + n
    a(i) = j - n
  end do
  print *, sum(a)
  !$omp parallel default(firstprivate) shared(a)
  n = n + 1
  !$omp do
  do i = 1, 10
    a(i) = a(i) + n
  end do
  !$omp end do
  !$omp end parallel
  print *, sum(a), n
  x = 0
  !$omp parallel
  !$omp do reduction(+: x) collapse(2)
  do i = 1, 4
    do j = 10, 2, -3
      x = x + i * j
    end do
  end do
  !$omp end do
  !$omp single
  x = x + 0.5d0
  !$omp end single nowait
  !$omp end parallel
  print *, x
  !$omp parallel workshare
  arr(1:3) = 7
  forall (i = 4:5) arr(i) = i
  where (arr > 6) arr = arr + 1
  !$omp end parallel workshare
  print *, arr
  print *, omp_in_parallel(), omp_get_num_teams(), omp_get_team_num(), omp_get_cancellation()
end program
!>         1338
!>         5050
!>    210.00000000000000        230.00000000000000        210.00000000000000        210.00000000000000        210.00000000000000     
!>             (210.000000,-210.000000)   1048576.0000000000        1.0000000000000000      T
!>         1338        5053
!>            6
!>            2           4
!>           55
!>        13445        1338
!>    210.50000000000000     
!>    8.0000000000000000        8.0000000000000000        8.0000000000000000        4.0000000000000000        5.0000000000000000     
!>  F           1           0 F
