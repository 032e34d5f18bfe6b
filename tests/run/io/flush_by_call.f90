! CALL FLUSH of a unit that is not connected does nothing; the statement says so by IOSTAT.
program p
  implicit none
  integer :: u, stat
  open (newunit=u, status='scratch')
  write (u, '(a)') 'text'
  call flush(u)
  call flush(0)
  call flush(77)
  close (u)
  call flush(u)
  call flush
  flush (77, iostat=stat)
  print '(l1)', stat /= 0
end program
!> T
