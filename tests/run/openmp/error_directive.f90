! The directive `error` ends the program that comes to it.
! status: 1
program error_directive
  implicit none
  integer :: n
  n = command_argument_count()
  if (n > 5) then
    !$omp error at(execution) message("not reached")
  end if
  print *, "before"
  !$omp error at(execution) severity(fatal) message("the end")
  print *, "after"
end program
!>  before
