program t
  integer :: i
  outer: do i = 1, 3
    print *, i
  end do inner
  more: do i = 1, 2
  end do
end program
