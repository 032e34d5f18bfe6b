! stripped: no
! Forms that other compilers take: modifiers without commas, an allocatable variable of a loop, traits of a device by its
! number, one event variable for several tasks, a reproducible order, all memory beside an iterator.
program foreign_forms
  use omp_lib
  implicit none
  integer :: x(3), n, d, m, i, a(128), ended
  integer, allocatable :: k
  integer(omp_event_handle_kind) :: event
  x = 1
  !$omp target map(iterator(n=1:3) tofrom: x(n))
  x(1) = x(1) + 1
  !$omp end target
  print *, x
  allocate (k)
  m = 0
  !$omp parallel do reduction(+: m)
  do k = 1, 10
    m = m + k
  end do
  print *, m
  n = 0
  d = omp_get_initial_device()
  !$omp begin metadirective when(target_device={device_num(d), kind(host)}: parallel num_threads(1) reduction(+: n)) default(nothing)
  n = n + 1
  if (omp_get_level() == 1) n = n + 10
  !$omp end metadirective
  !$omp begin metadirective when(target_device={device_num(d), kind("gpu")}: parallel num_threads(1) reduction(+: n)) default(nothing)
  if (omp_get_level() == 1) n = n + 100
  !$omp end metadirective
  print *, n
  ended = 0
  !$omp parallel num_threads(3)
  !$omp single
  do i = 1, 5
    !$omp task detach(event) shared(ended)
    !$omp atomic
    ended = ended + 1
    call omp_fulfill_event(event)
    !$omp end task
  end do
  !$omp taskwait
  !$omp end single
  !$omp end parallel
  print *, ended
  !$omp parallel num_threads(4)
  !$omp do schedule(dynamic, 2) order(reproducible: concurrent)
  do i = 1, 128
    a(i) = i
  end do
  !$omp end do nowait
  !$omp do schedule(dynamic, 2) order(reproducible: concurrent)
  do i = 1, 128
    a(i) = a(i) + i
  end do
  !$omp end do nowait
  !$omp end parallel
  print *, all(a == [(2*i, i = 1, 128)])
  m = 0
  !$omp parallel num_threads(2)
  !$omp single
  !$omp task depend(out: x) shared(m)
  m = m + 1
  !$omp end task
  !$omp task depend(iterator(j = 1:3), inout: omp_all_memory) shared(m)
  m = m*10
  !$omp end task
  !$omp task depend(in: x) shared(m)
  m = m + 2
  !$omp end task
  !$omp end single
  !$omp end parallel
  print *, m
end program
!>            2           1           1
!>           55
!>           11
!>            5
!>  T
!>           12
