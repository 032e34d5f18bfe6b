! Fields of I0.0, signs in B, O and Z input, blank logical fields, notations of numbers, statements on units that are
! not connected, positions right after OPEN.
program edges_of_fields
  implicit none
  integer :: i, j, status
  integer(1) :: small
  real :: x, y, z
  double precision :: d
  logical :: l
  character(12) :: text
  character(80) :: message
  write (*, '(3("[",i0.0,"]"),"[",z0.0,"]")') 0, 5, -5, 0
  text = '  -12'
  read (text, '(z5)') i
  read (text, '(o5)') j
  print *, i, j
  text = ''
  read (text, '(l4)', iostat=status, iomsg=message) l
  print *, status > 0, trim(message)
  text = '1.e2,.5 -3+1'
  read (text, *) x, y, z
  print *, x, y, z
  text = '2.5 1D2 7'
  read (text, *) d, x, i
  print *, d, x, i
  text = '12 200'
  read (text, *, iostat=status, iomsg=message) i, small
  print *, i, status > 0, trim(message)
  text = '1.5.2'
  read (text, *, iostat=status) x
  print *, status > 0
  text = ' 125  -.5e1'
  read (text, '(f4.2,f7.3)') x, y
  print *, x, y
  text = '1e39 1e-60'
  read (text, *) x, y
  print *, x, y
  message = ''
  backspace (91, iostat=status, iomsg=message)
  print *, status > 0, trim(message)
  rewind (92, iostat=status)
  print *, status
  inquire (file='fort.91', exist=l)
  print *, l
  open (93, file='edges_of_fields.txt', status='replace')
  inquire (93, position=text)
  print *, text
  write (93, *) 1
  rewind (93)
  inquire (93, position=text)
  print *, text
  close (93, status='delete')
  text = '(a,,i5)'
  write (message, text, iostat=status, iomsg=message) 'a', 1
  print *, status > 0
end program
!> [ ][5][-5][ ]
!>          -18         -10
!>  T Bad value on logical read
!>    100.000000      0.500000000      -30.0000000
!>    2.5000000000000000        100.000000               7
!>           12 T Integer overflow while reading item 2
!>  T
!>    1.25000000      -5.00000000
!>          Infinity   0.00000000
!>  T Unattached unit
!>            0
!>  F
!>  ASIS
!>  REWIND
!>  T
