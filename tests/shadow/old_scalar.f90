program old_scalar
  integer :: n, s, i
  n = 3
  s = 0
  !$omp target data map(to: n)
  n = 5
  !$omp target map(tofrom: s, n)
  do i = 1, n
    s = s + i
  end do
  !$omp end target
  !$omp end target data
  print *, s
end program
! finds: the target region at old_scalar.f90:7 reads 'n' on
