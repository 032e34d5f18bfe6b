program where_vector_forall
  implicit none
  integer :: i
  integer :: a(5,5), b(5,5), v(5), idx(5)
  logical :: m(5,5)
  a = reshape([(i, i=1,25)], [5,5]); b = 0; idx = [5,3,1,2,4]
  m = mod(a, 2) == 0
  !$omp target teams workdistribute
  where (m)
    a = -a
    b = a*2
    where (a < -10) b = 1
  elsewhere (a > 12)
    a = cshift(a, 1)
    b = sum(a)
    where (b > 0 .and. a > 20)
      b = b - 1
    elsewhere
      b = b + 1
    end where
  elsewhere
    b = transpose(a)
  end where
  where (a(:, 1) > 0) a(1, :) = a(:, 1)
  a(idx, 1) = a(:, 2)
  a(:, idx) = a(idx, :)
  v = a(idx(idx), 3)
  v(idx) = v
  forall (i=1:5, m(i,i)) a(i, idx(i)) = b(i, i)
  forall (i=2:5) v(i) = v(i-1) + v(6-i)
  !$omp end target teams workdistribute
  print '(5i6)', a, b, v
end program
!>     11   -14     3   -12   -14
!>    -20   -18   -16   -18   -20
!>    -10    -8    -6     7     9
!>     21   -24     5   -22   -24
!>     -6     7    -8     9   -10
!>      1    -4    11    -8   -22
!>    -12     7   -16   -18   -20
!>      3     1  -185     1  -185
!>      1  -185     1  -185     1
!>   -185     1  -185     1  -185
!>      9     1   -16   -16     1
