program t
  integer :: i
  i = 1
  integer :: j
  real :: x
  j = i
end program
