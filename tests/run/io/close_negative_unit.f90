! A negative unit number that NEWUNIT did not give is an error for CLOSE; a unit that is not connected is none.
program p
  implicit none
  integer :: u, stat
  u = -1
  close (u, iostat=stat)
  print *, stat > 0
  close (77, iostat=stat)
  print *, stat
  open (newunit=u, status='scratch')
  close (u, iostat=stat)
  print *, u < 0, stat
end program
!>  T
!>            0
!>  T           0
