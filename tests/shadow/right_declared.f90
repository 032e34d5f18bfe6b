module right_declared_data
  integer :: g(10) = 1, h(10)
  !$omp declare target (g, h)
end module
program right_declared
  use right_declared_data
  integer :: b(10), i
  g = 7
  !$omp target update to(g)
  !$omp target teams distribute parallel do map(from: b)
  do i = 1, 10
    h(i) = g(i)
    b(i) = h(i)
  end do
  !$omp target update from(h)
  print *, b(1), h
end program
