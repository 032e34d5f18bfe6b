program no_order_of_regions
  integer :: a(1000), i
  a = 1
  !$omp target data map(tofrom: a)
  !$omp target teams distribute parallel do nowait
  do i = 1, 1000
    a(i) = a(i) + 1
  end do
  !$omp target teams distribute parallel do nowait
  do i = 1, 1000
    a(i) = a(i) * 2
  end do
  !$omp taskwait
  !$omp end target data
  print *, a(5)
end program
! finds: the target region at no_order_of_regions.f90:5 | the target region at no_order_of_regions.f90:9 | use 'a' in no order
