program t
  integer :: i
  do 10 i = 1, 3
    print *, i
end program
