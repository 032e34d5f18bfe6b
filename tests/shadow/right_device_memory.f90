program right_device_memory
  use omp_lib
  use iso_c_binding
  integer, target :: a(10), b(10)
  type(c_ptr) :: d
  integer :: r, i
  integer, pointer :: p(:)
  a = [(i, i = 1, 10)]; b = 0
  d = omp_target_alloc(40_c_size_t, omp_get_default_device())
  r = omp_target_memcpy(d, c_loc(a), 40_c_size_t, 0_c_size_t, 0_c_size_t, omp_get_default_device(), omp_get_initial_device())
  !$omp target is_device_ptr(d) private(p)
  call c_f_pointer(d, p, [10])
  p = p + 1
  !$omp end target
  r = omp_target_memcpy(c_loc(b), d, 40_c_size_t, 0_c_size_t, 0_c_size_t, omp_get_initial_device(), omp_get_default_device())
  print *, b
  call omp_target_free(d, omp_get_default_device())
end program
