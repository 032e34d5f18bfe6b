! Target tasks use memory that `omp_target_alloc` gave.
! stripped: no
program device_memory_in_tasks
  use omp_lib
  use iso_c_binding
  implicit none
  integer(omp_event_handle_kind) :: event
  integer(omp_depend_kind) :: obj, list(1)
  integer, pointer :: p(:), q(:)
  type(c_ptr) :: mem, kept
  integer :: i, x, r, h, d
  integer, target :: a(10)
  h = omp_get_initial_device(); d = omp_get_default_device()
  mem = omp_target_alloc(40_c_size_t, d)
  kept = mem
  a = [(i, i = 1, 10)]
  x = 0
  !$omp depobj(obj) depend(inout: x)
  list(1) = obj
  !$omp task detach(event) depend(out: x)
  !$omp end task
  r = omp_target_memcpy_async(mem, c_loc(a), 40_c_size_t, 0_c_size_t, 0_c_size_t, d, h, 1, list)
  !$omp target is_device_ptr(mem) nowait depend(inout: x)
  call c_f_pointer(mem, p, [10])
  do i = 1, 10
    p(i) = p(i) * 2
  end do
  nullify (p)
  !$omp end target
  mem = c_null_ptr
  r = omp_target_memcpy_async(c_loc(a), kept, 40_c_size_t, 0_c_size_t, 0_c_size_t, h, d, 1, list)
  if (a(10) /= 10) print *, 'too early'
  call omp_fulfill_event(event)
  !$omp taskwait
  print *, a
  !$omp target is_device_ptr(kept) depend(in: x)
  call c_f_pointer(kept, q, [10])
  do i = 1, 10
    q(i) = q(i) + 1
  end do
  nullify (q)
  !$omp end target
  r = omp_target_memcpy(c_loc(a), kept, 40_c_size_t, 0_c_size_t, 0_c_size_t, h, d)
  print *, a
  call omp_target_free(kept, d)
end program
!>            2           4           6           8          10          12          14          16          18          20
!>            3           5           7           9          11          13          15          17          19          21
