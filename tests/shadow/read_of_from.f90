program read_of_from
  integer :: a(10), b(10), i
  a = 1
  !$omp target teams distribute parallel do map(from: a, b)
  do i = 1, 10
    b(i) = a(i) + 1
  end do
  print *, b(1)
end program
! finds: the target region at read_of_from.f90:4 reads 'a',
