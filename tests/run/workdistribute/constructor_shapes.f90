! Empty arrays, and shapes of allocatables that array constructors give.
program constructor_shapes
  implicit none
  real, allocatable :: a(:), b(:,:), e(:)
  real, pointer :: p(:)
  real, target :: t(10)
  integer :: n
  integer, allocatable :: z(:,:)
  n = 0
  allocate(e(0), b(0,5), z(3,0))
  t = 1; p => t(5:4)
  !$omp target teams workdistribute
  e = 1
  b = b + 1
  p = 3
  t(n+1:n) = 7
  z = sum(z) + 2
  a = t(2:1)
  !$omp end target teams workdistribute
  print *, size(e), shape(b), size(a), sum(t), shape(z), sum(z)
  deallocate(e)
  !$omp target teams workdistribute
  e = [t, t(1:2)*2]
  b = reshape(e, [3,4])
  a = b(:,2) + b(3,1)
  !$omp end target teams workdistribute
  print *, e, shape(b), a
end program
!>            0           0           5           0   10.0000000               3           0           0
!>    1.00000000       1.00000000       1.00000000       1.00000000       1.00000000       1.00000000       1.00000000       1.00000000       1.00000000       1.00000000       2.00000000       2.00000000               3           4   2.00000000       2.00000000       2.00000000
