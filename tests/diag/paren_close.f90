program t
  integer :: i
  i = 1 + 2)
  print *, i
end program
