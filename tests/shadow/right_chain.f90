program right_chain
  integer :: a(1000), b(1000), i
  a = 1; b = 0
  !$omp target data map(tofrom: a, b)
  !$omp target teams distribute parallel do nowait depend(out: a)
  do i = 1, 1000
    a(i) = i + 7
  end do
  !$omp target teams distribute parallel do nowait depend(in: a) depend(out: b)
  do i = 1, 1000
    b(i) = a(i)
  end do
  !$omp target update from(b) depend(in: b) nowait
  !$omp taskwait
  print *, sum(b)
  !$omp end target data
  print *, b(5)
end program
