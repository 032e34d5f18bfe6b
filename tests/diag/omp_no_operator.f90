program t
  integer :: i, s
  !$omp parallel do reduction(s)
  do i = 1, 3
    s = s + i
  end do
end program
