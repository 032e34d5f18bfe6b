program t
  integer :: i
  i = 1 + &
