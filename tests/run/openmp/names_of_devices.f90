! offload: default
! Every device has a name by which it is found again; what objects of foreign runtimes say of their properties.
program names
  use omp_lib
  implicit none
  character(:), pointer :: name, other
  character(200) :: longer
  integer(omp_interop_rc_kind) :: code
  integer :: i, n
  logical :: found
  n = omp_get_num_devices()
  found = .true.
  do i = 0, n - 1
    name => omp_get_uid_from_device(i)
    longer = name // 'more'
    found = found .and. len(name) > 0 .and. omp_get_device_from_uid(name) == i
    found = found .and. omp_get_device_from_uid(longer(:len(name))) == i .and. omp_get_device_from_uid(longer) /= i
    other => omp_get_uid_from_device(i + 1)
    found = found .and. name /= other
  end do
  name => omp_get_uid_from_device(omp_initial_device)
  other => omp_get_uid_from_device(n)
  print *, found, associated(name, other), omp_get_device_from_uid(name) == omp_initial_device
  name => omp_get_uid_from_device(omp_default_device)
  other => omp_get_uid_from_device(omp_get_default_device())
  print *, associated(name, other), associated(omp_get_uid_from_device(n + 1))
  print *, omp_get_device_from_uid('no such device') == omp_invalid_device
  name => omp_get_interop_str(omp_interop_none, omp_ipr_fr_name, code)
  print *, associated(name), code == omp_irc_empty, omp_get_interop_rc_desc(omp_interop_none, code)
  print *, omp_get_interop_name(omp_interop_none, omp_ipr_fr_id), ' ', &
    omp_get_interop_type_desc(omp_interop_none, omp_ipr_device)
  print *, associated(omp_get_interop_name(omp_interop_none, omp_ipr_first - 1)), &
    associated(omp_get_interop_type_desc(omp_interop_none, 0))
end program
!>  T T T
!>  T F
!>  T
!>  F T the object is omp_interop_none
!>  fr_id type(c_ptr)
!>  F F
