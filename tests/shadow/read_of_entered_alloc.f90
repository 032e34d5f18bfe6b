program read_of_entered_alloc
  integer, allocatable :: a(:)
  integer :: b(10), i
  allocate (a(10)); a = 3
  !$omp target enter data map(alloc: a)
  !$omp target teams distribute parallel do map(from: b)
  do i = 1, 10
    b(i) = a(i)
  end do
  !$omp target exit data map(delete: a)
  print *, b(1)
end program
! finds: the target region at read_of_entered_alloc.f90:6 reads 'a',
