! Largest and smallest unsigned numbers of threads.
program unsigned_extremes
  implicit none
  integer :: i
  unsigned :: high, low, x(3)
  unsigned(8) :: wide
  unsigned(1) :: small
  high = 5u
  low = 4000000000u
  wide = 1u_8
  small = 200u_1
  x = 7u
  !$omp parallel do reduction(max:high, wide, x) reduction(min:low, small) num_threads(4)
  do i = 1, 40
    high = max(high, uint(i)*100000000u)
    wide = max(wide, uint(i, 8)*uint(huge(1_8), 8))
    x(1 + mod(i, 3)) = max(x(1 + mod(i, 3)), 4294967295u - uint(i))
    low = min(low, 3000000000u + uint(i))
    small = min(small, uint(255 - i, 1))
  end do
  print *, high, low, wide, small
  print *, x
end program
!>   4000000000  3000000001 18446744073709551614  200
!>   4294967292  4294967294  4294967293
