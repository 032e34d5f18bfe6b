program forall_dependent
  implicit none
  integer :: a(6,6), b(6,6), c(6,6,6), k(6), v(40), i, j, l, n
  n = 6
  a = reshape([(i, i=1,36)], [6,6]); b = 0; c = 0; k = [3, 0, 6, 1, 2, 5]; v = 0
  !$omp target teams workdistribute
  forall (i=1:n)
    forall (j=i:n) b(i,j) = a(j,i)
  end forall
  forall (i=1:n)
    forall (j=1:k(i)) b(j,i) = b(j,i) - k(j)
  end forall
  forall (i=1:n)
    forall (j=n:i+1:-2)
      a(i,j) = a(j,i) + b(i,j)
      forall (l=i:j) c(l,j,i) = a(i,j)*10 + l
    end forall
  end forall
  forall (i=2:n)
    forall (j=1:i-1) v(i*(i-1)/2 + j) = a(i,j) / (i - j)
  end forall
  !$omp end target teams workdistribute
  print '(6i6)', a, b
  print '(6i6)', c(:,:,2), c(:,6,:)
  print '(10i5)', v
end program
!>      1     2     3     4     5     6
!>      4     8     9    10    11    12
!>     13    14    15    16    17    18
!>      5    20    32    22    23    24
!>     25    26    27    28    29    30
!>      9    24    30    47    58    36
!>     -2     0    -6     0     0     0
!>      2     8     0     0     0     0
!>      0     9     9    -1    -2    -5
!>      1    10    16    22     0     0
!>      2    11    17    23    29     0
!>      3    12    12    23    28    36
!>      0     0     0     0     0     0
!>      0     0     0     0     0     0
!>      0     0     0     0     0     0
!>      0   202   203   204     0     0
!>      0     0     0     0     0     0
!>      0   242   243   244   245   246
!>     91    92    93    94    95    96
!>      0   242   243   244   245   246
!>      0     0   303   304   305   306
!>      0     0     0   474   475   476
!>      0     0     0     0   585   586
!>      0     0     0     0     0     0
!>     0    2    0    1    9    0    1    5   16    0
!>     1    3    8   23    0    1    3    6   12   30
!>     0    0    0    0    0    0    0    0    0    0
!>     0    0    0    0    0    0    0    0    0    0
