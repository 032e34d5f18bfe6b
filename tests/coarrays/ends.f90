program t
  implicit none
  integer :: st
  character(60) :: msg
  msg = ' '
  if (this_image() == num_images() .and. num_images() > 1) stop
  if (num_images() > 1) then
    sync all (stat=st, errmsg=msg)
    if (this_image() == 1) print *, st, trim(msg)
  end if
  if (this_image() == 1) error stop 3
  do
    sync memory
  end do
end program
