program inquiries
  implicit none
  integer :: i, rank1(3), ub(2)
  real, allocatable :: a(:,:), b(:,:)
  real, pointer :: p(:,:) => null()
  logical :: al, as
  allocate(a(0:3,-1:2), p(2:3,5:7))
  a = reshape([(i*1.,i=1,16)],[4,4]); p = 1
  !$omp target teams workdistribute defaultmap(tofrom:scalar)
  ub = ubound(a) - lbound(a)
  a(0:1, lbound(a,2)) = p(:, ubound(p,2)) + ub(1)
  p(2,:) = a(3, 0:2); p = -p(3:2:-1, 7:5:-1)
  a(lbound(a,1):ubound(a,1)-1, :) = a(lbound(a,1)+1:ubound(a,1), :) * size(a, 2)
  rank1 = [rank(a), size(p), size(shape(p))]
  al = allocated(a); as = associated(p)
  a = max(a, real(kind(a)*10)) + bit_size(1)/8
  !$omp end target teams workdistribute
  print '(4f8.1)', a, p; print *, rank1, ub, al, as, allocated(b), lbound(a)
end program
!>     44.0    44.0    44.0    44.0
!>     44.0    44.0    44.0    44.0
!>     44.0    48.0    52.0    44.0
!>     60.0    64.0    68.0    44.0
!>     -1.0   -16.0    -1.0   -12.0
!>     -1.0    -8.0
!>            2           6           2           3           3 T T F           0          -1
