! Plain maps of a construct and those that iterators repeat are maps of one directive: an array is mapped before its parts,
! and counts once.
program p
  implicit none
  integer :: x(8), y(8), i
  x = [(i, i = 1, 8)]; y = 0
  !$omp target data map(tofrom: x) map(iterator(i = 1:4), tofrom: x(2*i:2*i))
  !$omp target
  x = x + 10
  !$omp end target
  !$omp target exit data map(from: x)
  print *, x
  !$omp end target data
  print *, x
  !$omp target map(from: y) map(iterator(i = 1:2), to: y(i:i))
  y = 7
  !$omp end target
  print *, y
  !$omp target map(iterator(i = 1:2), to: y(i:i)) map(tofrom: y)
  y = y + 1
  !$omp end target
  print *, y
  i = 2
  !$omp target map(iterator(i = 1:2), to: y(i:i)) map(tofrom: y) nowait
  y = y + 1
  !$omp end target
  !$omp taskwait
  print *, y, i
end program
!>           11          12          13          14          15          16          17          18
!>           11          12          13          14          15          16          17          18
!>            7           7           7           7           7           7           7           7
!>            8           8           8           8           8           8           8           8
!>            9           9           9           9           9           9           9           9           2
