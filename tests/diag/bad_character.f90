program t
  integer :: i
  i = 1 ~ 2
  i = i \ 2
end program
