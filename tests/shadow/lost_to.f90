program lost_to
  integer :: a(10), i
  a = 1
  !$omp target teams distribute parallel do map(to: a)
  do i = 1, 10
    a(i) = i
  end do
  print *, a(1)
end program
! finds: the target region at lost_to.f90:4 stores in 'a' is lost: it is mapped to the device only
