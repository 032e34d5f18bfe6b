program pointer_overlap
  implicit none
  integer :: i
  integer, target :: t(20)
  integer, pointer :: p(:), q(:), r(:,:)
  t = [(i, i=1,20)]
  p => t(1:10); q => t(20:11:-1); r(1:4,1:5) => t
  !$omp target teams workdistribute
  p = q
  q = p + q
  r(:, 2) = r(4:1:-1, 1)
  r(2:4, 3:5) = r(1:3, 2:4)
  t = t(20:1:-1) + [p, q]
  !$omp end target teams workdistribute
  print '(10i6)', t
  p => t(2:19); q => t(1:18)
  !$omp target teams workdistribute
  p = q
  !$omp end target teams workdistribute
  print '(10i6)', t
  p => t(1:18); q => t(3:20)
  !$omp target teams workdistribute map(tofrom: t)
  q = p*2 + q
  p(:) = q(18:1:-1)
  !$omp end target teams workdistribute
  print '(10i6)', t
end program
!>     50    47    44    51    39    29    31    46    31    35
!>     47    40    46    53    40    28    29    44    38    38
!>     50    50    47    44    51    39    29    31    46    31
!>     35    47    40    46    53    40    28    29    44    38
!>     96   100   109   134   132   133   140   110   109   127
!>     93   104   109   131   127   145   144   147   100    96
