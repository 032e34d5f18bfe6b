program t
  integer :: i
  do i = 1 10
    print *, i
  end do
end program
