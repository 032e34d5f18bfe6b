program t
  integer :: i
  i = 1
  else
  end if
end program
