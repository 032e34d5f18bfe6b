program old_on_the_device
  integer :: a(10), b(10), i
  a = 1
  !$omp target data map(to: a)
  a = 2
  !$omp target teams distribute parallel do map(from: b)
  do i = 1, 10
    b(i) = a(i)
  end do
  !$omp end target data
  print *, b(1)
end program
! finds: the target region at old_on_the_device.f90:6 reads 'a' on
