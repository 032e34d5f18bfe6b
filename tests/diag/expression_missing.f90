program t
  integer :: i
  i = 1 +
  i = * 2
end program
