program read_of_alloc
  integer :: a(10), s, i
  a = 1
  s = 0
  !$omp target map(alloc: a) map(tofrom: s)
  do i = 1, 10
    s = s + a(i)
  end do
  !$omp end target
  print *, s
end program
! finds: the target region at read_of_alloc.f90:5 reads 'a',
