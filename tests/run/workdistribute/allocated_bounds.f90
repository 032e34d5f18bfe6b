! Allocation on assignment in a region takes the lower bounds of a whole array on the right side.
program allocated_bounds
  implicit none
  integer, allocatable :: a(:), b(:), c(:), d(:), e(:)
  allocate (a(-2:2)); a = [1, 2, 3, 4, 5]
  !$omp target map(tofrom: b)
  b = a
  !$omp end target
  print *, lbound(b), ubound(b), b
  deallocate (b)
  !$omp target teams workdistribute map(tofrom: b, c, d, e)
  b = a
  c = b
  d = b + 1
  e = (a)
  !$omp end target teams workdistribute
  print *, lbound(b), ubound(b), b
  print *, lbound(c), ubound(c), c
  print *, lbound(d), ubound(d), d
  print *, lbound(e), ubound(e), e
end program allocated_bounds
!>           -2           2           1           2           3           4           5
!>           -2           2           1           2           3           4           5
!>           -2           2           1           2           3           4           5
!>            1           5           2           3           4           5           6
!>            1           5           1           2           3           4           5
