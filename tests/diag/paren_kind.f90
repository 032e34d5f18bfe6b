program t
  integer :: i(2)
  i = [1, (2])
end program
