program old_by_pointer
  integer, target :: a(10)
  integer, pointer :: p(:)
  integer :: b(10), i
  p => a
  a = 1
  !$omp target data map(to: p)
  a(3) = 9
  !$omp target teams distribute parallel do map(from: b)
  do i = 1, 10
    b(i) = p(i)
  end do
  !$omp end target data
  print *, b(3)
end program
! finds: the target region at old_by_pointer.f90:9 reads 'p' on
