program t
  integer :: i
  !$omp parallel do collapse(1) collapse(1)
  do i = 1, 3
  end do
end program
