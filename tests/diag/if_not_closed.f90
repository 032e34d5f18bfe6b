program t
  integer :: i
  i = 1
  if (i == 1) then
    print *, i
end program
