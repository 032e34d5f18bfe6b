! Asynchronous copies of device memory are tasks.
! stripped: no
program async_copies
  use omp_lib
  use iso_c_binding
  implicit none
  integer(omp_event_handle_kind) :: event
  integer(omp_depend_kind) :: obj, list(1)
  integer, target :: from(4), to(4), m(6, 4), part(2, 3)
  integer :: x, r, h, i
  integer(c_size_t) :: volume(2), at(2), zero(2), dims(2), own(2)
  h = omp_get_initial_device()
  from = [1, 2, 3, 4]; to = 0; x = 0
  !$omp depobj(obj) depend(inout: x)
  list(1) = obj
  !$omp task detach(event) depend(out: x) shared(from)
  from = from * 10
  !$omp end task
  r = omp_target_memcpy_async(c_loc(to), c_loc(from), 16_c_size_t, 0_c_size_t, 0_c_size_t, h, h, 1, list)
  if (r /= 0 .or. any(to /= 0)) print *, 'not asynchronous', r, to
  from(4) = -1
  call omp_fulfill_event(event)
  !$omp taskwait
  print *, to
  m = reshape([(i, i = 1, 24)], [6, 4])
  part = 0
  ! The last dimension is the fastest.
  volume = [3, 2]; at = [1, 2]; zero = 0; dims = [4, 6]; own = [3, 2]
  !$omp parallel num_threads(2)
  !$omp single
  r = omp_target_memcpy_rect_async(c_loc(part), c_loc(m), 4_c_size_t, 2, volume, zero, at, own, dims, h, h, 1, list)
  volume = 0; at = 0; dims = 0
  !$omp target nowait depend(inout: x) map(tofrom: part)
  part = part + 100
  !$omp end target
  !$omp taskwait depend(depobj: obj)
  print *, part
  !$omp end single
  !$omp end parallel
end program
!>           10          20          30          -1
!>          109         110         115         116         121         122
