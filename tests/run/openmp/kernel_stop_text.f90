! regions: on the device
! status: 1
! A thread of a kernel ends the program with a text that it has made.
program kernel_stop_text
  implicit none
  integer :: i
  character(8) :: s
  !$omp target teams distribute parallel do private(s)
  do i = 1, 6
    s = 'bad ' // achar(48 + i)
    if (i == 6) error stop 'failed: ' // trim(s) // '!'
  end do
end program
