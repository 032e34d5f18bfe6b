program t
  integer :: i
  !$omp parallel do privat(i)
  do i = 1, 3
  end do
end program
