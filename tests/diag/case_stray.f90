program t
  integer :: i
  i = 1
  select case (i)
    print *, i
  case (1)
    print *, 1
  end select
  case default
end program
