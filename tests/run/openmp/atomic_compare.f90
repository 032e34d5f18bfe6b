! ATOMIC COMPARE that keeps the least or the greatest integer, on threads and in kernels.
program atomic_compare
  implicit none
  integer, parameter :: n = 500
  integer :: i, j, x(n), least, most, low(0:3), high(0:3)
  integer(8) :: wide
  do i = 1, n
    x(i) = mod(i*7919, 10007) - 3000
  end do
  least = huge(i)
  most = -huge(i)
  low = huge(i)
  high = -huge(i)
  wide = 0
  !$omp target teams distribute parallel do map(tofrom: least, most, low, high)
  do i = 1, n
    !$omp atomic compare
    if (x(i) < least) least = x(i)
    !$omp atomic compare
    if (most < x(i)) then
      most = x(i)
    end if
    !$omp atomic compare
    if (low(mod(i, 4)) > x(i) + i) low(mod(i, 4)) = x(i) + i
    !$omp atomic compare
    if (x(i) > high(mod(i, 4))) high(mod(i, 4)) = x(i)
  end do
  print *, least == minval(x), most == maxval(x)
  print *, low == [(minval(x(merge(4, i, i == 0)::4) + [(mod(i + 3, 4) + 1 + 4*(j - 1), j = 1, n/4)]), i = 0, 3)]
  print *, high == [(maxval(x(merge(4, i, i == 0)::4)), i = 0, 3)]
  least = huge(i)
  !$omp parallel do num_threads(4)
  do i = 1, n
    !$omp atomic compare
    if (x(i) < least) least = x(i)
    !$omp atomic compare
    if (wide < x(i)) wide = int(x(i), 8)
  end do
  print *, least == minval(x), wide == maxval(x)
end program
!>  T T
!>  T T T T
!>  T T T T
!>  T T
