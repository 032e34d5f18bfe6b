! offload: default
module mc03
  type t
    integer :: k
    real :: v(3)
    character(4) :: c
  end type
contains
  pure integer function f(i, x)
    integer, intent(in) :: i, x(:)
    f = i + sum(x)
  end function
end module
program forall_general
  use mc03
  implicit none
  integer :: a(6,6), b(6), ix(6), i, j, k, c(5)
  type(t) :: s(5), r
  character(3) :: ch(5)
  logical :: l(6)
  a = 0; b = [3,1,2,6,5,4]; ix = b
  forall (i=1:6) 
    forall (j=1:i) a(i,j) = i*10 + j
  end forall
  print '(6i4)', a
  forall (i=1:6, b(i) > 2)
    b(i) = -b(i)
    a(i,i) = b(i)
  end forall
  print '(6i4)', b, a
  forall (i=1:5) s(i)%k = i*i
  forall (i=1:5) s(i)%v = [i, i+1, i+2]
  forall (i=1:4) s(i)%v(1:2) = s(i+1)%v(2:3) + s(i)%k
  forall (i=1:5) s(i)%c = repeat(achar(96+i), 4)
  forall (i=2:5) s(i) = s(i-1)
  print *, s%k
  print '(3f6.1)', s(1)%v, s(2)%v, s(3)%v, s(4)%v, s(5)%v
  print *, s%c
  forall (i=1:6) ix(ix(i)) = i
  print *, ix
  forall (i=1:6) a(i,1:i) = a(1:i,i) + f(i, a(:,i))
  print '(6i6)', a
  forall (i=1:6:2, j=2:6:2, i < j)
    a(i,j) = sum(a(i:j, j)) + count(a(:,i) > 0)
    a(j,i) = a(i,j)
  end forall
  print '(6i7)', a
  forall (k=1:5) ch(k) = ch2(k)
  forall (k=1:4, ch(k) < ch(k+1)) ch(k) = ch(k+1)(2:3)//'x'
  print *, ch
  forall (i=1:6)
    where (a(i,:) > 50)
      a(i,:) = a(:,i) / 2
    elsewhere (a(i,1:6) == 0)
      a(i,:) = -i
    elsewhere
      a(i,:) = f(i, b)
    end where
  end forall
  print '(6i7)', a
  forall (i=1:3)
    forall (j=i:3, mod(i+j,2)==0)
      where (a(i:j,j) > 3) a(i:j,j) = a(j:i:-1,i) + 1
      b(i) = b(j) + 1
    end forall
  end forall
  print '(6i7)', a, b
  !$omp target teams workdistribute
  forall (i=1:5) s(i)%k = s(6-i)%k + i
  forall (i=1:6, j=1:6, i+j < 8) a(i,j) = a(j,i) + b(i)
  forall (i=2:6) a(i,1:i-1) = a(1:i-1,i)
  forall (i=1:5, s(i)%k > 5)
    s(i)%k = s(i)%k - 5
    s(i)%v(2) = s(i)%k
  end forall
  forall (i=1:6) l(i) = any(a(i,:) > 100)
  !$omp end target teams workdistribute
  print *, s%k, s%v(2), l
  print '(6i7)', a
contains
  pure character(3) function ch2(n)
    integer, intent(in) :: n
    ch2 = achar(100+mod(n*3,5)) // 'yz'
  end function
end program
!>   11  21  31  41  51  61
!>    0  22  32  42  52  62
!>    0   0  33  43  53  63
!>    0   0   0  44  54  64
!>    0   0   0   0  55  65
!>    0   0   0   0   0  66
!>   -3   1   2  -6  -5  -4
!>   -3  21  31  41  51  61
!>    0  22  32  42  52  62
!>    0   0  33  43  53  63
!>    0   0   0  -6  54  64
!>    0   0   0   0  -5  65
!>    0   0   0   0   0  -4
!>            1           1           4           9          16
!>    4.0   5.0   3.0
!>    4.0   5.0   3.0
!>    8.0   9.0   4.0
!>   14.0  15.0   5.0
!>   22.0  23.0   6.0
!>  aaaaaaaabbbbccccdddd
!>            2           3           1           6           5           4
!>    200   212   195   116    65     2
!>      0   234   195   116    65     2
!>      0     0   228   116    65     2
!>      0     0     0   110    65     2
!>      0     0     0     0    60     2
!>      0     0     0     0     0    -2
!>     200    240    195    116     65      4
!>     240    234    195    116     65      2
!>       0      0    228    114     65      2
!>     116      0    114    110     65      2
!>       0      0      0      0     60      0
!>       4      0      2      0      0     -2
!>  gyzyzxhyzfyzdyz
!>     100    120      0     58      0     -9
!>     120    117      0      0      0     -9
!>      -1     -2    114     57      0     -9
!>      58     -2     57     55      0     -9
!>      -1     -2     -3     -4     30     -6
!>     -14     -2    -12     -4     -5     -9
!>     101    120      0     58      0     -9
!>     120    118      0      0      0     -9
!>      -1     -2    115     57      0     -9
!>      58     -2     57     55      0     -9
!>      -1     -2     -3     -4     30     -6
!>     -14     -2    -12     -4     -5     -9
!>       3      2      3     -6     -5     -4
!>           12           6           2           5           1   12.0000000       6.00000000       2.00000000       15.0000000       1.00000000     T T T F F F
!>     104    123      3     61      3     -6
!>     123    120      2      2      2     -2
!>       3      2    118     60     -3    -12
!>      61      2     60     55     -4     -4
!>       3      2     -3     -4     30     -5
!>      -6     -2    -12     -4     -5     -9
