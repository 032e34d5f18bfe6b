! Memory of a device in a region that has to run on the host.
program device_memory_on_host
  use omp_lib
  use iso_c_binding
  implicit none
  integer, parameter :: n = 64
  integer :: i
  type(c_ptr) :: p
  real, pointer :: f(:)
  p = omp_target_alloc(n * 4_c_size_t, omp_get_default_device())
  call c_f_pointer(p, f, [n])
  !$omp target teams distribute parallel do has_device_addr(f)
  do i = 1, n
    f(i) = i
  end do
  print *, 'written'
  !$omp target has_device_addr(f)
  f(1:2) = f(3:4)
  call omp_set_num_threads(2)
  !$omp end target
  print *, 'not reached'
end program
