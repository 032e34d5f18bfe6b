! regions: on the device
! Loops that end in labelled CONTINUE statements, to which nothing branches.
program kernel_labelled_loops
  use omp_lib
  implicit none
  integer :: i, j, a(10, 10), s
  a = 1
  s = 0
  !$omp target teams distribute parallel do map(tofrom: a)
  do 20 j = 1, 10
    do 10 i = 1, 10
      a(i, j) = i + j
10  continue
20 continue
  !$omp target map(tofrom: s)
  do 40 j = 1, 10
    do 40 i = 1, 10
40  s = s + a(i, j)
  !$omp end target
  print *, sum(a), s
end program
!>         1100        1100
