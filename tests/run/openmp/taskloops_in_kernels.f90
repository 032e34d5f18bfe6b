! stripped: no
! Taskloops in target regions stay on the device: who meets one runs it.
program taskloops_in_kernels
  use omp_lib
  implicit none
  integer :: i, j, k(40), m(3, 4), s, x, last, who
  k = 1
  s = 0
  x = 5
  last = 0
  !$omp target map(tofrom: k, s, last)
  !$omp taskloop firstprivate(x) shared(k) reduction(+: s) lastprivate(last)
  do i = 1, 40
    x = x + 1
    k(i) = k(i) * 2 + min(x, 6)
    s = s + i
    last = i
  end do
  !$omp end target
  print *, k(1), sum(k) > 40, s, last

  m = 0
  !$omp target map(tofrom: m)
  !$omp parallel
  !$omp single
  !$omp taskloop collapse(2) grainsize(2) shared(m)
  do j = 1, 4
    do i = 1, 3
      m(i, j) = 10 * i + j
    end do
  end do
  !$omp end single
  !$omp end parallel
  !$omp end target
  print *, m

  ! Every thread of a team has its own loop.
  s = 0
  !$omp target map(tofrom: s)
  !$omp parallel num_threads(4) private(who)
  who = omp_get_thread_num()
  !$omp taskloop shared(s) nogroup
  do i = 1, 10
    !$omp atomic
    s = s + i + who
  end do
  !$omp taskwait
  !$omp end parallel
  !$omp end target
  print *, s

  ! No iteration, no task.
  s = 7
  !$omp target map(tofrom: s)
  !$omp taskloop lastprivate(s)
  do i = 1, x - 5
    s = i
  end do
  !$omp end target
  print *, s
end program
!>            8 T         820          40
!>           11          21          31          12          22          32          13          23          33          14          24          34
!>          280
!>            7
