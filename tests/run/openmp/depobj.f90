! Dependence objects.
! stripped: no
program dependence_objects
  use omp_lib
  use iso_c_binding
  implicit none
  integer(omp_depend_kind) :: obj, list(1)
  integer :: x, y, r
  integer, target :: from(4), to(4)
  x = 0; y = 0
  !$omp parallel num_threads(2)
  !$omp single
  !$omp depobj(obj) depend(inout: x)
  !$omp task depend(depobj: obj)
  x = x + 1
  !$omp end task
  !$omp task depend(depobj: obj)
  x = x * 10
  !$omp end task
  !$omp task depend(in: x)
  y = x + 5
  !$omp end task
  !$omp depobj(obj) update(in)
  !$omp taskwait
  !$omp depobj(obj) destroy
  !$omp end single
  !$omp end parallel
  print *, x, y
  from = [1, 2, 3, 4]
  to = 0
  !$omp depobj(obj) depend(out: from)
  list(1) = obj
  !$omp parallel num_threads(2)
  !$omp single
  !$omp task depend(depobj: obj)
  from = from * 2
  !$omp end task
  r = omp_target_memcpy_async(c_loc(to), c_loc(from), 16_c_size_t, 0_c_size_t, 0_c_size_t, omp_get_initial_device(), &
    omp_get_initial_device(), 1, list)
  !$omp taskwait depend(depobj: obj)
  !$omp end single
  !$omp end parallel
  print *, r, to
end program
!>           10          15
!>            0           2           4           6           8
