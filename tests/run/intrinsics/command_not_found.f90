! A shell that finds no command: an error without CMDSTAT.
program command_not_found
  implicit none
  integer :: e, c
  character(30) :: m
  m = 'as it was'
  e = -1
  call execute_command_line('exit 127', exitstat=e, cmdstat=c, cmdmsg=m)
  print *, e, c, trim(m)
  call execute_command_line('exit 3', exitstat=e)
  print *, e
  e = -1
  call execute_command_line('exit 0', wait=.false., exitstat=e, cmdstat=c)
  print *, e, c
end program
!>          127           3 Invalid command line
!>            3
!>           -1           0
