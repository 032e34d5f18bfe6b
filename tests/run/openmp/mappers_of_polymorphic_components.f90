! Mappers of the declared type of a polymorphic component, and of a parent type.
module m
  implicit none
  type base
    integer :: n = 2
    integer, pointer :: p(:) => null()
  end type
  type, extends(base) :: ext
    integer, pointer :: q(:) => null()
  end type
  type holder
    class(base), allocatable :: c
    type(base) :: plain
  end type
  !$omp declare mapper(base :: v) map(v, v%p(1:v%n))
end module
program mappers_of_polymorphic_components
  use m
  implicit none
  type(holder) :: h
  type(ext) :: e
  integer :: bad
  bad = 0
  allocate(ext :: h%c)
  allocate(h%c%p(2)); h%c%p = 1
  allocate(h%plain%p(2)); h%plain%p = 5
  !$omp target map(tofrom: h)
  h%plain%p(1) = h%plain%p(2) + 1
  h%c%p(2) = 7
  !$omp end target
  if (any(h%plain%p /= [6, 5])) then; print *, 'plain', h%plain%p; bad = bad + 1; end if
  if (any(h%c%p /= [1, 7])) then; print *, 'c', h%c%p; bad = bad + 1; end if
  allocate(e%p(2), e%q(2)); e%p = 1; e%q = 2
  !$omp target map(tofrom: e) map(tofrom: e%q)
  e%p(2) = 8
  e%q(1) = 9
  !$omp end target
  if (any(e%p /= [1, 8]) .or. any(e%q /= [9, 2])) then; print *, 'e', e%p, e%q; bad = bad + 1; end if
  if (bad == 0) print *, 'pass'
end program
!>  pass
