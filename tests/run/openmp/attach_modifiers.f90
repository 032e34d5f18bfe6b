! The modifier ATTACH of maps.
program attach_modifiers
  use omp_lib
  implicit none
  type t
    integer :: n = 3
    real, pointer :: p(:)
  end type
  type(t) :: o
  real, pointer :: q(:)
  real, target :: buf(3)
  integer :: bad
  bad = 0
  buf = 1
  o%p => buf
  !$omp target enter data map(to: buf)
  !$omp target enter data map(attach(always), to: o%p) 
  !$omp target map(to: o)
  o%p(1) = 4
  !$omp end target
  !$omp target exit data map(from: buf)
  q => buf
  !$omp target map(attach(auto), tofrom: q)
  q(2) = 5
  !$omp end target
  if (bad == 0) print *, 'pass'
end program
!>  pass
