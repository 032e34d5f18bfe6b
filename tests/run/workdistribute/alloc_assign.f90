program alloc_assign
  implicit none
  type holder
    real(8), allocatable :: v(:)
    integer :: n
  end type
  type(holder) :: h, g(2)
  real(8), allocatable :: a(:), b(:, :)
  integer, allocatable :: k(:)
  integer :: i
  allocate(a(64), b(8, 8), k(64))
  allocate(h%v(64))
  h%v = 0.5d0; h%n = 64
  allocate(g(1)%v(10), g(2)%v(20))
  g(1)%v = 1; g(2)%v = 2
  k = [(mod(i*5, 64) + 1, i = 1, 64)]
  a = [(1d0*i, i = 1, 64)]
  b = reshape(a, [8, 8])
  !$omp target teams workdistribute
  h%v = h%v * a + 1
  a = a(k)
  b = matmul(b, transpose(b)) * 0.001d0
  b(:, 2) = b(2, :)
  a(k(1:10)) = h%v(1:10)
  !$omp end target teams workdistribute
  print '(4f14.5)', sum(h%v), sum(a), sum(b), b(2, 2)
  !$omp target teams workdistribute
  g(2)%v(1:10) = g(1)%v * 3 + g(2)%v(11:20)
  !$omp end target teams workdistribute
  print '(2f10.3)', sum(g(1)%v), sum(g(2)%v)
end program
!>     1104.00000    1770.50000     712.83200       9.88800
!>     10.000    70.000
