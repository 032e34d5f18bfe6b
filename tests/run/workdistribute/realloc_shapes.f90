program realloc_shapes
  implicit none
  real, allocatable :: x(:, :), y(:, :), z(:, :), v(:), s
  integer, allocatable :: w(:)
  integer :: i
  x = reshape([(real(i), i = 1, 12)], [3, 4])
  allocate(w(2))
  !$omp target teams workdistribute
  y = x * 2.0
  z = matmul(x, transpose(y))
  z = z + 1.0
  v = sum(y, dim=1)
  w = int(v) + 1
  s = sum(z)
  x = x + 1.0
  !$omp end target teams workdistribute
  print *, shape(y), shape(z), size(v), w
  print '(4f12.2)', sum(y), sum(z), s, sum(x)
end program
!>            3           4           3           3           4          13          31          49          67
!>       156.00     3861.00     3861.00       90.00
