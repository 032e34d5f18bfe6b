program target_data
  implicit none
  integer, parameter :: n = 512
  real :: a(n), b(n), c(n)
  integer :: i, it
  a = [(real(mod(i, 16)), i = 1, n)]
  b = 0
  !$omp target data map(to: a) map(tofrom: b) map(alloc: c)
  do it = 1, 5
    !$omp target teams workdistribute
    c = a + b
    b = c * 0.5
    !$omp end target teams workdistribute
    if (it == 3) then
      !$omp target update from(b)
      b(1) = b(1) + 1.0
      !$omp target update to(b(1:1))
    end if
  end do
  a = -1
  !$omp target update to(a)
  !$omp target teams workdistribute
  b = b + a
  !$omp end target teams workdistribute
  !$omp end target data
  print '(4f14.6)', sum(a), sum(b), b(1), b(n)
end program
!>    -512.000000   3208.250000      0.218750     -1.000000
