program kind_conversions_bits
  implicit none
  integer(1) :: i1(10), j1(10)
  integer(2) :: i2(10)
  integer :: i4(10), k4(10), i
  integer(8) :: i8(10), s8
  real(4) :: r4(10)
  real(8) :: r8(10)
  logical(1) :: l1(10)
  logical(2) :: l2(10)
  logical(8) :: l8(10)
  s8 = 0
  i4 = [(i*37-180, i=1,10)]
  i1 = int(i4/3,1); j1 = 0
  !$omp target teams workdistribute map(tofrom: s8)
  i1 = int(i4/3, 1)
  i2 = i1 * 100_2
  i8 = int(i4, 8) * 10000000000_8
  j1 = ishft(i1, 2) 
  r4 = i1 / 7.0
  r8 = i8 * 1d-5
  s8 = sum(i8) + sum(int(i2, 8))
  l1 = i1 > 0
  l2 = l1 .neqv. (mod(i2, 2_2) == 0)
  l8 = l1 .or. l2
  k4 = merge(1, 0, l8)
  i2(2:10) = i2(1:9) + int(r4(2:10), 2)
  i1(10:2:-1) = i1(1:9)
  i1(1) = iand(i1(2), 15_1)
  !$omp end target teams workdistribute
  print *, i1
  print *, j1
  print *, i2
  print *, i8, s8
  print '(10f9.4)', r4
  print '(10f18.4)', r8
  print *, l1, l2, l8, k4
  !$omp target teams workdistribute
  i4 = floor(r4) + 10*ceiling(r4) + 100*nint(r4) + 1000*int(r4)
  k4 = mod(i4, 7) + 10*modulo(i4, 7) + 100*modulo(i4,-7) + 1000*mod(i4,-7)
  r4 = mod(r4, 1.5) + modulo(r4, 1.5) + aint(r4) + anint(r4)
  i8 = ibset(ibclr(i8, 3), 5) + merge(1_8, 0_8, btest(i8, 4))
  i2 = ieor(not(i2), 255_2)
  i1 = ishftc(i1, 3) + ishftc(i1, -2, 5)
  j1 = shiftr(i1, 1) + shiftl(i1, 1) + shifta(i1, 1)
  i4 = popcnt(i4) + leadz(k4)*100 + trailz(i4)*10000 + poppar(i4)
  k4 = ibits(k4, 2, 5)
  !$omp end target teams workdistribute
  print *, i4
  print *, k4
  print '(10f9.4)', r4
  print *, i8
  print *, i2
  print *, i1
  print *, j1
end program
!>     3   51   38   26   14    1  -10  -23  -35  -47
!>    68  116  -92  -40    4   56  104 -104  -52   -4
!>   -4700  -4705  -3503  -2301  -1000    102   1403   2605   3807   5109
!>        -1430000000000       -1060000000000        -690000000000        -320000000000          50000000000         420000000000         790000000000        1160000000000        1530000000000        1900000000000        2350000007800
!>   -6.7143  -5.0000  -3.2857  -1.4286   0.1429   2.0000   3.7143   5.4286   7.2857   9.0000
!>     -14300000.0000    -10600000.0000     -6900000.0000     -3200000.0000       500000.0000      4200000.0000      7900000.0000     11600000.0000     15300000.0000     19000000.0000
!>  F F F F T T T T T T T T T T F F F F F F T T T T T T T T T T           1           1           1           1           1           1           1           1           1           1
!>           24          26       10028       30026       12002       12006        1908        3210        2010        2008
!>            4          26           6          15          18          18          19           0          18          18
!>  -12.9286  -9.5000  -5.0714  -3.3571   0.2857   5.0000   8.4286  11.8571  16.5714  18.0000
!>        -1429999999968       -1059999999968        -689999999968        -319999999968          50000000032         420000000032         790000000032        1160000000032        1530000000032        1900000000032
!>    4772   4767   3409   2051    792   -154  -1413  -2771  -3617  -4875
!>    48  -43   98  -26 -125   16  -84   57  -67   90
!>  -112   -2   38   50    8   48 -124  -86  -74   14
