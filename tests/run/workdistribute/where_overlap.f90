program where_overlap
  implicit none
  integer :: a(60), b(60), m(8, 9), i, k
  logical :: mask(60)
  a = [(mod(i * 7, 23), i = 1, 60)]
  b = [(i, i = 1, 60)]
  m = reshape([(mod(i * 5, 17) - 8, i = 1, 72)], [8, 9])
  do k = 1, 2
    mask = mod(b, 2 + k) == 0
    !$omp target teams workdistribute
    where (a > 10)
      a = a(60:1:-1)
      b = b + a
    elsewhere (mask)
      a = a - 1
      b = -b
    elsewhere
      a = a + 100 * k
    end where
    where (a(2:60) > a(1:59))
      a(2:60) = a(1:59)
    elsewhere
      a(1:59) = a(2:60) - 1
    end where
    where (m > 0)
      m = m - sum(m)
      where (mod(m, 2) == 0)
        m = m / 2
      elsewhere
        m = 3 * m + 1
      end where
    elsewhere (m < -3)
      where (m(8:1:-1, :) < 0) m = 1
    end where
    where (mask) mask = a > b
    !$omp end target teams workdistribute
    print '(10i7)', a
    print '(10i7)', b
    print '(8i7)', m
    print '(60l1)', mask
  end do
end program
!>      21     14     15      0      1      1     17     18     19     19
!>      20     13     14     -1      0      0      1      2      2      7
!>       8      8      5      6     14      3      0      1      1      2
!>      18     -1      0     20     13     14     -1      0      0      1
!>       2      2     18     19     20     20     21     14     15      0
!>       1      1      8      9      9      6      7     13      4      5
!>       1     24     18      4      6     23      7      8     28     10
!>      11     33     27     14     15     32     17     20     37     20
!>     -21     42     23    -24     47     41    -27     29     46    -30
!>      31     51    -33     34     56     50     37     38     55     40
!>      43     60     43     44     65     46     47     70     64     50
!>      52     69     53    -54     74     56    -57     79     73    -60
!>      -3      4      3     -5      0      2     -7     -2
!>       1     22      1      0     16      1     -1     10
!>       1     -3      4      3     -5      0      2      1
!>      -2      1     22     -4      0     16     -6     -1
!>      10     -8     -3      4      3      1      0      2
!>       1     -2      1     22     -4      0     16      1
!>      -1     10     -8     -3      4      3     -5      0
!>       2     -7     -2      1     22      1      0     16
!>       1     -1     10      1     -3      4      3      1
!> FFFFFFFFFFFFFFFFFFFFTFFTFFTFFTFFTFFFFFFFFFFFFFFFFFFFFTFFTFFT
!>       3      4     -2     -1    200      8      7      0      0     -1
!>       0     13     14     14     -2     -1      0      1      5      6
!>     207    204      4      5      5    199    200    200    201      1
!>       2      2     -1      0      0      3     14    199     -1      0
!>       0      1      0     -1     -1     -2     -1     12     13     -1
!>       0      0    201    208      4      5     14     15      3      4
!>       6     28     31     -4      6     23     16     16     29     11
!>      11     48     41     14     15    -32     17    -20     37    -20
!>     -21     42     23     24     61     41    -27     29     46    -30
!>      33     51    -33     34     59     64     37     38     55    -40
!>      43    -60     45     45     65     46     46     84     77     50
!>     -52     69     53    -54     74    -56    -57     94     73     60
!>      -3    -80   -482     -5      0    -81      1     -2
!>    -488    -71   -488      0    -74   -488     -1    -77
!>    -488     -3    -80   -482      1      0    -81   -488
!>      -2   -488    -71     -4      0    -74      1     -1
!>     -77     -8     -3    -80   -482   -488      0    -81
!>    -488     -2   -488    -71      1      0    -74   -488
!>      -1    -77      1     -3    -80   -482      1      0
!>     -81     -7     -2   -488    -71   -488      0    -74
!>    -488     -1    -77   -488     -3    -80   -482   -488
!> FFFTFFFFFFFFFFFTFTFTFFFFFFFFFFFFFFFFFFFTFTFFFFFFFFTFFFFTFFFF
