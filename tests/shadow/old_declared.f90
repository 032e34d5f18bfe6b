module old_declared_data
  integer :: g(10) = 1
  !$omp declare target (g)
end module
program old_declared
  use old_declared_data
  integer :: b(10), i
  g = 7
  !$omp target teams distribute parallel do map(from: b)
  do i = 1, 10
    b(i) = g(i)
  end do
  print *, b(1)
end program
! finds: the target region at old_declared.f90:9 reads 'g' on
