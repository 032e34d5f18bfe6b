module m
  implicit none
  type pt
    integer, pointer :: p => null()
    integer :: v(3) = 0
    character(4) :: s = '----'
  end type
contains
  pure integer function sq(x); integer, intent(in) :: x; sq = x * x; end function
  pure function row(n, k) result(r)
    integer, intent(in) :: n, k
    integer :: r(n), i
    r = [(10 * k + i, i = 1, n)]
  end function
end module
program f
  use m
  implicit none
  integer :: a(5,5), b(5,5), i, j, k, v(6)
  type(pt) :: x(4)
  integer, target :: t(4) = [10, 20, 30, 40]
  character(3) :: c(4)
  logical :: mk(5)
  a = reshape([(i, i = 1, 25)], [5, 5]); b = a
  forall (i = 1:5) a(i, 1:i) = 0
  print '(5i4)', a
  forall (j = 2:5) b(:j-1, j) = -b(j, :j-1)
  print '(5i4)', b
  forall (i = 1:5, j = 1:5, i > j) a(i, j) = sq(i) + j
  print '(5i4)', a
  forall (i = 1:4)
    x(i)%p => t(5 - i)
    x(i)%v = i * [1, 2, 3]
    x(i)%v(2) = x(5 - i)%v(1) + 100
    x(i)%s(2:3) = achar(96 + i) // 'z'
  end forall
  do i = 1, 4; print *, x(i)%p, x(i)%v, x(i)%s; end do
  forall (i = 1:4) x(i)%p = x(i)%p + i
  print *, t
  forall (i = 1:3)
    forall (j = i:3) a(i, j) = 10 * i + j
    a(4, i) = a(i, 3)
  end forall
  print '(5i4)', a
  v = [1, 2, 3, 4, 5, 6]
  forall (i = 2:6) v(i) = v(i - 1)
  print *, v
  v = [1, 2, 3, 4, 5, 6]
  forall (i = 1:6, v(i) > 2)
    v(i) = v(7 - i) - 5
    v(7 - i) = v(i) * 100 + i
  end forall
  print *, v
  forall (i = 1:5) a(:, i) = row(5, i)
  print '(5i4)', a
  forall (i = 1:4) c(i) = repeat(achar(64 + i), i)
  print '(*(a,1x))', c
  forall (i = 1:3) c(i + 1) = c(i)
  print '(*(a,1x))', c
  forall (i = 1:5, mod(i, 2) == 1) a(i, 1:3:2) = i
  print '(5i4)', a
  forall (i = 5:1:-2, k = 1:2) b(i, k) = a(k, i) + sum(a(:, i))
  print '(5i4)', b
  mk = [.true., .false., .true., .false., .true.]
  forall (i = 1:5)
    where (mk) a(i, :) = -a(i, :)
  end forall
  print '(5i4)', a
end program
!>    0   0   0   0   0
!>    6   0   0   0   0
!>   11  12   0   0   0
!>   16  17  18   0   0
!>   21  22  23  24   0
!>    1   2   3   4   5
!>   -2   7   8   9  10
!>   -3  -8  13  14  15
!>   -4  -9 -14  19  20
!>   -5 -10 -15 -20  25
!>    0   5  10  17  26
!>    6   0  11  18  27
!>   11  12   0  19  28
!>   16  17  18   0  29
!>   21  22  23  24   0
!>           40           1         104           3 -az-
!>           30           2         103           6 -bz-
!>           20           3         102           9 -cz-
!>           10           4         101          12 -dz-
!>           14          23          32          41
!>   11   5  10  13  26
!>   12  22  11  23  27
!>   13  23  33  33  28
!>   16  17  18   0  29
!>   21  22  23  24   0
!>            1           1           2           3           4           5
!>         -394        -295        -196         -97          -3          -4
!>   11  12  13  14  15
!>   21  22  23  24  25
!>   31  32  33  34  35
!>   41  42  43  44  45
!>   51  52  53  54  55
!> A   BB  CCC DDD
!> A   A   BB  CCC
!>    1  12   3  14   5
!>   21  22  23  24  25
!>    1  32   3  34   5
!>   41  42  43  44  45
!>   51  52  53  54  55
!>   36   2  76   4 316
!>   47   7 107   9 317
!>   -3  -8  13  14  15
!>   -4  -9 -14  19  20
!>   -5 -10 -15 -20  25
!>   -1 -12  -3 -14  -5
!>   21  22  23  24  25
!>   -1 -32  -3 -34  -5
!>   41  42  43  44  45
!>  -51 -52 -53 -54 -55
