program t
  integer :: i
  !$omp target do
  do i = 1, 3
  end do
end program
