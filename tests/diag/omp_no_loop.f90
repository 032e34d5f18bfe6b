program t
  integer :: i
  !$omp parallel do
  i = 1
end program
