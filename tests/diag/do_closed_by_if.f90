program t
  integer :: i
  do i = 1, 3
    print *, i
  end if
end program
