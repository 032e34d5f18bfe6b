! regions: on the device
! Threads pack arrays.
program packs
  implicit none
  integer :: i, a(8), x(10)
  x = [1, -2, 3, -4, 5, -6, 7, -8, 9, -10]
  !$omp target teams distribute parallel do map(from: a) map(to: x)
  do i = 1, 8
    a(i) = sum(pack(x, x > i)) + size(pack(x(:i), x(:i) > 0))
  end do
  print '(8i5)', a
end program
!>    25   25   23   23   19   19   13   13
