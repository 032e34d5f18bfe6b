! omp_initial_device is the number -1, as a clause and as the default device.
program p
  use omp_lib
  implicit none
  logical :: h
  integer :: a(3)
  a = 1
  !$omp target device(omp_initial_device) map(from: h)
  h = omp_is_initial_device()
  !$omp end target
  if (.not. h) print *, 'wrong'
  !$omp target data device(omp_initial_device) map(to: a)
  !$omp target map(tofrom: a)
  a = 2
  !$omp end target
  !$omp end target data
  if (any(a /= 2)) print *, 'wrong data', a
  call omp_set_default_device(omp_initial_device)
  !$omp target map(from: h)
  h = omp_is_initial_device()
  !$omp end target
  if (.not. h) print *, 'wrong default'
  print '(a)', 'OK'
end program
!> OK
