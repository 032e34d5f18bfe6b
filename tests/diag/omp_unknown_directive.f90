program t
  integer :: i
  !$omp paralel do
  do i = 1, 3
  end do
  !$omp target teams workdistrbute
end program
