program t
  implicit none
  integer :: st
  character(60) :: msg
  msg = ' '
  if (this_image() == num_images() .and. num_images() > 1) stop
  if (num_images() > 1) then
    sync all (stat=st, errmsg=msg)
    ! A launcher may lose what programs printed just before they end in error.
    if (this_image() == 1) then
      open (10, file='ends.txt')
      write (10, *) st, trim(msg)
      close (10)
    end if
  end if
  if (this_image() == 1) error stop 3
  do
    sync memory
  end do
end program
