program t
  integer :: i
  i = 2
  if (i == 1)
    print *, i
  if (i == 1) thn
end program
