! What the routines of the library say inside a target region, which runs wherever it may.
! stripped: no
program device_queries
  use omp_lib
  implicit none
  integer :: device, threads, limit, level(2), procs, devices, i
  logical :: host, parallel, final
  !$omp target map(from: device, threads, limit, level, procs, devices, host, parallel, final)
  host = omp_is_initial_device()
  device = omp_get_device_num()
  devices = omp_get_num_devices()
  threads = omp_get_max_threads()
  limit = omp_get_thread_limit()
  procs = omp_get_num_procs()
  parallel = omp_in_parallel()
  final = omp_in_final()
  level(1) = omp_get_level()
  level(2) = -1
  !$omp parallel do num_threads(1)
  do i = 1, 2
    if (i == 2) level(2) = omp_get_level()
  end do
  !$omp end target
  print *, device == merge(omp_get_initial_device(), omp_get_default_device(), host), devices == omp_get_num_devices()
  print *, threads >= 1, limit >= 1, procs >= 1, parallel, final, level
end program
!>  T T
!>  T T T F F           0           1
