program t
  integer :: i
  i = 1
  if (i = 1) then
    print *, 'one'
  else
    print *, 'other'
  end if
end program
