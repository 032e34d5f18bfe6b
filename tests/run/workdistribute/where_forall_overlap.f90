program where_forall_overlap
  implicit none
  integer :: a(5,5), b(5,5), c(5), i, j
  logical :: m(5,5)
  real :: x(10), y(10)
  a = reshape([(i, i=1,25)], [5,5]); b = -a
  x = [(i*1.0-5, i=1,10)]; y = x
  !$omp target teams workdistribute
  where (a > 10)
    a = a - 10
    b = a
    where (b > 5)
      b = 50
    elsewhere
      a = 0
    end where
  elsewhere (a < 5)
    a = -a
  elsewhere
    b = 99
  end where
  m = a > 0 .and. b /= 99
  where (m(:,1)) c = sum(b, dim=2)
  where (.not. m(:,1)) c = -1
  !$omp end target teams workdistribute
  print '(5i4)', a, b
  print *, c
  !$omp target teams workdistribute
  where (x(1:9) < x(2:10) .and. x(1:9) > 0) x(2:10) = x(1:9) * 2
  where (y > 0) y = 1 / y
  where (y(10:1:-1) > 0.3)
    y = sum(y) + x
  elsewhere
    x = maxval(y)
  end where
  forall (i=1:5, j=1:5, i > j) a(i,j) = a(j,i)
  forall (i=1:5) b(i,i) = b(i,6-i) + i
  forall (i=2:5)
    b(i,:) = b(i-1,:)
    c(i) = c(i-1) + b(i,1)
  end forall
  forall (i=1:4:2, c(i) /= 0) a(:,i) = a(:,i+1)/c(i)
  !$omp end target teams workdistribute
  print '(10f8.3)', x, y
  print '(5i5)', a, b, c
end program
!>   -1  -2  -3  -4   5
!>    6   7   8   9  10
!>    0   0   0   0   0
!>    6   7   8   9  10
!>   11  12  13  14  15
!>   -1  -2  -3  -4  99
!>   99  99  99  99  99
!>    1   2   3   4   5
!>   50  50  50  50  50
!>   50  50  50  50  50
!>           -1          -1          -1          -1          -1
!>    1.000   1.000  -2.000  -1.000   0.000   1.000   1.000   1.000   1.000   1.000
!>   -4.000  -3.000  -9.717  -8.717  -7.717   1.000   0.500   0.333   0.250   0.200
!>    -6   -7    0   -7  -12
!>     6    7    0    7   12
!>    -2   -2   -2   -3   -4
!>     6    7    8    9   14
!>    11   12   13   14   15
!>    51   51   -2   -3   -4
!>    99   99   52   99   99
!>     1    1    2    6    4
!>    50   50   50   50  103
!>    50   50   50   50   50
!>    -1   50   -3   -4   -5
