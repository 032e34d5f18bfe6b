! stdin: go\nno
! PAUSE waits for `go`; another line ends the program.
program main
  integer :: k = 12
  print *, 'first'
  pause
  print *, 'second'
  pause 'really?'
  print *, 'not here', k
end program
!>  first
!>  second
