program right_copies
  use omp_lib
  use iso_c_binding
  integer, target :: a(10)
  integer :: r, i
  a = 1
  !$omp target data map(tofrom: a)
  !$omp target
  a = 4
  !$omp end target
  !$omp target data use_device_addr(a)
  r = omp_target_memcpy(c_loc(a), c_loc(a), 40_c_size_t, 0_c_size_t, 0_c_size_t, omp_get_initial_device(), omp_get_default_device())
  !$omp end target data
  !$omp end target data
  print *, a
end program
