module dum
  implicit none
contains
  subroutine adj(a, n, m, lo)
    integer, intent(in) :: n, m, lo
    integer, intent(inout) :: a(lo:lo + n - 1, m)
    !$omp target teams workdistribute
    a(lo, :) = a(lo + n - 1, :) + n
    a(:, 1) = a(:, m) - lo
    a = a + spread(a(lo + 1, :), 1, n)
    !$omp end target teams workdistribute
  end subroutine
  subroutine assumed(a, b, w)
    real(8), intent(inout) :: a(:, :)
    real(8), intent(in) :: b(0:)
    real(8), intent(inout), optional :: w(:)
    if (present(w)) then
      !$omp target teams workdistribute
      w = b(0:size(w) - 1) * 2 + w(size(w):1:-1)
      !$omp end target teams workdistribute
    end if
    !$omp target teams workdistribute
    a(:, ubound(a, 2)) = b(0) + a(:, 1)
    a = a * b(ubound(b, 1))
    !$omp end target teams workdistribute
  end subroutine
  subroutine assumed_size(a, n)
    integer, intent(in) :: n
    integer, intent(inout) :: a(*)
    !$omp target teams workdistribute map(tofrom: a(1:n))
    a(1:n) = a(n:1:-1) + 1
    !$omp end target teams workdistribute
  end subroutine
  function result_array(n) result(r)
    integer, intent(in) :: n
    integer :: r(n)
    integer :: i
    r = [(i, i = 1, n)]
    !$omp target teams workdistribute
    r = r * r - cshift(r, 1)
    !$omp end target teams workdistribute
  end function
end module
program dummies
  use dum
  implicit none
  integer :: a(60), i, s(20), host(9)
  real(8) :: x(8, 9), y(9), w(5)
  a = [(mod(i * 7, 31), i = 1, 60)]
  call adj(a, 6, 10, -2)
  call adj(a(5:34), 5, 6, 0)
  print '(10i7)', a
  s = a(1:20)
  call assumed_size(s(3:18:2), 8)
  call assumed_size(s, 20)
  print '(10i7)', s
  x = reshape([(i, i = 1, 72)], [8, 9])
  y = [(i * 0.5d0, i = 1, 9)]
  w = 1
  call assumed(x, y)
  call assumed(x(1:8:3, 9:2:-2), y(9:1:-1), w)
  call assumed(x(2:3, 2:3), y(1:3), y(4:6))
  print '(8f9.2)', x
  print '(9f9.2)', y, w
  print '(10i6)', result_array(10)
  host = 3
  call inside
  print '(9i5)', host
contains
  subroutine inside
    integer :: mine(9)
    !$omp target teams workdistribute
    mine = host + a(1:9)
    host(2:9) = mine(1:8)
    !$omp end target teams workdistribute
    print '(9i5)', mine
  end subroutine
end program
!>      47     44     51     27     50     34     31     38     45     55
!>      80     87     53     50     64     48     55     31     59     73
!>      78     85     61     68    103    108     84     91     98     50
!>      34     31     38     45     35     11     39     36     43     19
!>      26     33     61     58     34     41     48     55     21     18
!>      25     32     39     15     43     40     47     23     30     37
!>      74     60     32     53     49     52     51     33     88     47
!>      56     82     39     55     35     66     28     57     45     48
!>      4.50     9.00    13.50    18.00    22.50    27.00    31.50    36.00
!>     40.50    67.50    74.25    54.00    58.50    63.00    67.50    72.00
!>      5.62    68.25    75.00    12.38    94.50    99.00    19.12   108.00
!>    112.50   117.00   121.50   126.00   130.50   135.00   139.50   144.00
!>     74.25   153.00   157.50    81.00   166.50   171.00    87.75   180.00
!>    184.50   189.00   193.50   198.00   202.50   207.00   211.50   216.00
!>    110.25   225.00   229.50   117.00   238.50   243.00   123.75   252.00
!>    256.50   261.00   265.50   270.00   274.50   279.00   283.50   288.00
!>      3.38    11.25    15.75    10.12    24.75    29.25    16.88    38.25
!>      0.50     1.00     1.50     4.00     4.50     5.00     3.50     4.00     4.50
!>     10.00     9.00     8.00     7.00     6.00
!>     -1     1     5    11    19    29    41    55    71    99
!>    50   47   54   30   53   37   34   41   48
!>     3   50   47   54   30   53   37   34   41
