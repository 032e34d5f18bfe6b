! The directive `error` with severity(warning) shows its message on the error unit each time, and the program goes on.
program error_directive_warning
  implicit none
  character(len=60) :: line
  integer :: i, status
  open (0, status='scratch')
  do i = 1, 2
    !$omp error at(execution) severity(warning) message("it's reached")
  end do
  !$omp error at(execution) severity(warning)
  rewind (0)
  do
    read (0, '(a)', iostat=status) line
    if (status /= 0) exit
    print '(a)', trim(line)
  end do
  print '(a)', "after"
end program
!> OpenMP warning: it's reached
!> OpenMP warning: it's reached
!> OpenMP warning: a directive error was reached
!> after
