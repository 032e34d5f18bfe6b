! Where the program requires memory that devices share with the host, what no device here has, the host runs target regions.
program requires_shared_memory
  !$omp requires unified_shared_memory self_maps
  use omp_lib
  implicit none
  integer, pointer :: p
  logical :: host
  allocate(p)
  p = 1
  !$omp target map(from: host)
  p = p + 1
  host = omp_is_initial_device()
  !$omp end target
  print *, p, host
end program
!>            2 T
