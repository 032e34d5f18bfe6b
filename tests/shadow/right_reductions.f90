program right_reductions
  integer :: a(100), i, s, k
  a = 2; s = 1; k = 4
  !$omp target teams distribute parallel do reduction(+: s) map(to: a)
  do i = 1, 100
    s = s + a(i) * k
  end do
  print *, s
  !$omp target data map(tofrom: s)
  !$omp target teams distribute parallel do reduction(+: s) map(to: a)
  do i = 1, 100
    s = s + a(i) * k
  end do
  k = 5
  !$omp target teams distribute parallel do reduction(+: s) map(to: a)
  do i = 1, 100
    s = s + a(i) * k
  end do
  !$omp end target data
  print *, s
end program
