program implied_maps
  implicit none
  integer, parameter :: n = 20
  integer :: a(n), i, s, k, arr(3)
  integer, pointer :: p(:), r(:, :)
  integer, target :: t(40)
  integer, allocatable :: q(:)
  t = [(i, i = 1, 40)]
  p => t(2:40:2)
  r(1:4, 1:10) => t
  a = 5
  k = 3
  s = 11
  allocate (q(n), source=a)
  !$omp target teams workdistribute
  a = p + k + s
  p = a(n:1:-1)
  q = q + a * k
  !$omp end target teams workdistribute
  print '(10i6)', a, t, q
  !$omp target teams workdistribute
  r = r(4:1:-1, :) + 1
  r(:, 2:10) = r(:, 1:9)
  !$omp end target teams workdistribute
  print '(10i6)', t
  !$omp target teams workdistribute map(tofrom: arr, s)
  arr = [s, s + 1, maxval(t)]
  s = arr(2)
  arr(1:2) = arr(2:3)
  !$omp end target teams workdistribute
  print *, arr, s
  call local(k)
contains
  subroutine local(k)
    integer, intent(in) :: k
    integer :: loc(k, k)
    !$omp target teams workdistribute
    loc = reshape(a(1:9), [k, k]) * 2
    loc = matmul(loc, transpose(loc))
    !$omp end target teams workdistribute
    print '(3i9)', loc
  end subroutine
end program
!>     16    18    20    22    24    26    28    30    32    34
!>     36    38    40    42    44    46    48    50    52    54
!>      1    54     3    52     5    50     7    48     9    46
!>     11    44    13    42    15    40    17    38    19    36
!>     21    34    23    32    25    30    27    28    29    26
!>     31    24    33    22    35    20    37    18    39    16
!>     53    59    65    71    77    83    89    95   101   107
!>    113   119   125   131   137   143   149   155   161   167
!>     53     4    55     2    53     4    55     2    49     8
!>     51     6    45    12    47    10    41    16    43    14
!>     37    20    39    18    33    24    35    22    29    28
!>     31    26    25    32    27    30    21    36    23    34
!>           12          55          55          12
!>      6096     6624     7152
!>      6624     7200     7776
!>      7152     7776     8400
