program p
  implicit none
  integer :: a(10)
  integer, pointer :: q(:)
  integer, save :: v
  !$omp declare target enter(automap: v)
  !$omp target enter data map(ref_ptr, to: a)
  !$omp target map(attach(never): q)
  !$omp end target
  !$omp target map(attach(sometimes): q)
  !$omp end target
end program
