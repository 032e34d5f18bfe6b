program t
  integer :: i
  i = 1_
  i = b'012'
  i = z'xyz'
end program
