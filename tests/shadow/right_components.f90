program right_components
  type t
    integer :: host(4) = 0
    integer :: dev(4) = 0
  end type
  type(t) :: o
  integer :: i
  !$omp target data map(tofrom: o%dev)
  o%host = 5
  !$omp target
  o%dev = o%dev + 3
  !$omp end target
  print *, o%host
  o%host = o%host + 1
  !$omp target update from(o%dev)
  print *, o%dev, o%host
  !$omp end target data
end program
