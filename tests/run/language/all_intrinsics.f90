! options: -std=f2003 -fall-intrinsics
! Intrinsic procedures of other standards and extensions are there under a standard.
program all_intrinsics
  implicit none
  character(8) :: name
  integer :: n
  name = 'x'
  n = ior(popcnt(7), 8)
  call getenv('FERROTRAN_NOT_SET', name)
  if (n == 0) call abort()
  print *, n, name == ''
end program all_intrinsics
!>           11 T
