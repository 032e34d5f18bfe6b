! regions: on the device
! As many teams reduce an array as have iterations.
program few
  implicit none
  integer :: i, n, h(4)
  h = 0
  n = 8
  !$omp target teams distribute parallel do reduction(+: h) map(tofrom: h)
  do i = 1, n
    h(mod(i, 4) + 1) = h(mod(i, 4) + 1) + i
  end do
  print '(4i8)', h
  n = 3000
  !$omp target teams distribute parallel do reduction(+: h) map(tofrom: h)
  do i = 1, n
    h(mod(i, 4) + 1) = h(mod(i, 4) + 1) + 1
  end do
  print '(4i8)', h
  n = 0
  !$omp target teams distribute parallel do reduction(+: h) map(tofrom: h)
  do i = 1, n
    h(mod(i, 4) + 1) = h(mod(i, 4) + 1) + 1
  end do
  print '(4i8)', h
end program
!>       12       6       8      10
!>      762     756     758     760
!>      762     756     758     760
