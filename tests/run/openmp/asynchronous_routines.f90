! Asynchronous routines of device memory with dependence objects, which have the forms of OpenMP 5.0 and of 6.0.
program asynchronous_routines
  use omp_lib
  use iso_c_binding
  implicit none
  integer(omp_depend_kind) :: o(1), p
  integer, target :: a(4), b(4), c(4)
  type(c_ptr) :: place
  integer :: rc, h
  h = omp_get_initial_device()
  a = 7
  b = 0
  rc = omp_target_memcpy_async(c_loc(b), c_loc(a), 16_c_size_t, 0_c_size_t, 0_c_size_t, h, h, 0)
  !$omp taskwait
  print *, rc, b
  !$omp depobj(o(1)) depend(inout: b)
  a = 8
  rc = omp_target_memcpy_async(c_loc(b), c_loc(a), 16_c_size_t, 0_c_size_t, 0_c_size_t, h, h, 1, o)
  !$omp taskwait
  print *, rc, b
  !$omp task depend(depobj: o(1)) shared(b)
  b = b + 1
  !$omp end task
  rc = omp_target_memcpy_async(c_loc(a), c_loc(b), 16_c_size_t, 0_c_size_t, 0_c_size_t, h, h, 1, o)
  !$omp taskwait
  print *, rc, a
  c = 3
  place = omp_target_memset_async(c_loc(c), 0, 16_c_size_t, h, 1, o)
  !$omp taskwait
  print *, c
  !$omp depobj(o(1)) destroy(o(1))
  c = 5
  !$omp depobj init(in(c): p)
  !$omp task depend(out: c) shared(c)
  c = c + 1
  !$omp end task
  !$omp task depend(depobj: p) shared(c, a)
  a = c
  !$omp end task
  !$omp taskwait
  print *, a
  !$omp depobj update(inout: p)
  !$omp task depend(depobj: p) shared(c)
  c = c + 1
  !$omp end task
  !$omp task depend(in: c) shared(c, a)
  a = c
  !$omp end task
  !$omp taskwait
  print *, a
  !$omp depobj destroy(p)
end program
!>            0           7           7           7           7
!>            0           8           8           8           8
!>            0           9           9           9           9
!>            0           0           0           0
!>            6           6           6           6
!>            7           7           7           7
