module m
  integer :: i
  i = 1
end module
