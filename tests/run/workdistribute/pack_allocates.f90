! Allocatables that take the size of what PACK gives, inside regions.
program pack_allocates
  implicit none
  integer, parameter :: n = 1000
  real, allocatable :: a(:), b(:), m(:, :)
  integer, allocatable :: k(:), l(:), none(:)
  logical :: some(n)
  integer :: i
  a = [(real(mod(i, 7)), i=1, n)]
  allocate (m(n, 3))
  m = spread(a, 2, 3)
  !$omp target teams workdistribute
  b = pack(a, a > 3)
  b = b + 1
  m(:2, 1) = sum(b)
  !$omp end target teams workdistribute
  print *, size(b), lbound(b), sum(b), m(1, 1)
  some = a == 2
  !$omp target data map(to:a) map(tofrom:some)
  !$omp target teams workdistribute
  some = some .or. a == 1
  !$omp end target teams workdistribute
  !$omp target teams workdistribute
  b = 2*pack(a, some) + 0.5
  k = pack([(i, i=1, n)], mask=some)
  !$omp end target teams workdistribute
  !$omp target teams workdistribute
  none = pack(k, k < 0)
  !$omp end target teams workdistribute
  !$omp end target data
  print *, size(k), size(none), k(:3), k(size(k)), allocated(none)
  !$omp target teams workdistribute
  l = pack(k, mod(k, 2) == 0)
  b = pack(m, m > 4) - 1
  !$omp end target teams workdistribute
  print *, size(l), sum(l), size(b)
end program
!>          429           1   2574.00000       2574.00000
!>          286           0           1           2           8         996 T
!>          143       71286         860
