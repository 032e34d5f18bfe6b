! Regions that only the host can run work on what the device has, whatever their clauses map; associated memory has the
! address that it was given.
program present_data_of_host_regions
  use omp_lib
  use iso_c_binding
  implicit none
  character(len=2, kind=4) :: c(2)
  real(16) :: q(2)
  character(3) :: t
  integer, target :: host(4)
  type(c_ptr) :: p
  c = 4_"zz"
  !$omp target data map(tofrom: c)
  !$omp target map(alloc: c)
  c = [4_"12", 4_"ab"]
  !$omp end target
  !$omp end target data
  print *, c(1) == 4_"12", c(2) == 4_"ab"
  q = 1
  !$omp target data map(tofrom: q)
  !$omp target map(to: q)
  q = q + [1._16, 2._16]
  !$omp end target
  !$omp end target data
  print *, int(q)
  t = "abc"
  !$omp target data map(tofrom: t)
  !$omp target map(alloc: t)
  write (t, "(i3)") 127
  !$omp end target
  !$omp end target data
  print *, t
  if (omp_get_num_devices() > 0) then
    p = omp_target_alloc(16_c_size_t, 0)
    if (omp_target_associate_ptr(c_loc(host), p, 16_c_size_t, 0_c_size_t, 0) /= 0) error stop
    print *, c_associated(omp_get_mapped_ptr(c_loc(host), 0), p)
    if (omp_target_disassociate_ptr(c_loc(host), 0) /= 0) error stop
    call omp_target_free(p, 0)
  else
    print *, .true.
  end if
end program
!>  T T
!>            2           3
!>  127
!>  T
