program kinds_chain
  implicit none
  integer, parameter :: n = 6
  integer(1) :: i1(n); integer(2) :: i2(n); integer(4) :: i4(n); integer(8) :: i8(n)
  real(4) :: r4(n); real(8) :: r8(n); complex(4) :: c4(n); complex(8) :: c8(n)
  logical(1) :: l1(n); logical(4) :: l4(n); logical(8) :: l8(n)
  integer :: i
  i1 = [(int(i*20,1), i=1,n)]; i2 = [(int(i*5000,2), i=1,n)]; i4 = [(i*123456, i=1,n)]; i8 = [(i*10000000000_8, i=1,n)]
  r4 = i1/7.0; r8 = i8/3.0d0; c4 = cmplx(r4, -r4); c8 = cmplx(r8, 1, 8)
  !$omp target teams workdistribute
  l1 = i1 > 50; l4 = l1; l8 = .not. l4
  i2 = i1 + i2/2_2
  i4 = i2 * i1 + int(i8 / 7, 4)
  i8 = i8 / i1 + i4
  r4 = i1 + r4*i2
  r8 = r4 * r8 + i8
  c4 = c4 * r4 + i1
  c8 = c4 + c8/i2
  i1 = merge(i1, int(i2, 1), l8)
  r8 = r8 + real(c8*conjg(c8), 4) + aimag(c4)
  i8 = i8 + nint(r4, 8) + floor(r8/1e6, 8) - ceiling(r4)
  i1 = ior(i1, 1_1) + maskr(2, 1)
  i4 = shiftl(i4, i1 - i1 + 3) + popcnt(i8) + leadz(i2) + trailz(i1) + ishftc(i2, 3, 8)
  !$omp end target teams workdistribute
  print *, i1; print *, i2; print *, i4; print *, i8
  print '(6es14.6)', r4, r8, c4, c8
  print *, l1, l4, l8
end program
!>    24   44 -116  100   60   20
!>    2520   5040   7560  10080  12600  15120
!>  -1456449026  1382351363   -74057794 -1530184792  1308413576  -148197775
!>            1954430036           -743313632           1143181077           3465114013           2076399219           5720909817
!>   7.220000E+03  2.884000E+04  6.486000E+04  1.152800E+05  1.801000E+05  2.593200E+05
!>   2.587374E+13  1.945058E+14  6.524392E+14  1.545776E+15  3.023462E+15  5.239436E+15
!>   2.064857E+04 -2.062857E+04  1.648400E+05 -1.648000E+05  5.560028E+05 -5.559428E+05
!>   1.317566E+06 -1.317486E+06  2.572957E+06 -2.572857E+06  4.445606E+06 -4.445486E+06
!>   1.343400E+06 -2.062857E+04  1.487591E+06 -1.648000E+05  1.878754E+06 -5.559428E+05
!>   2.640317E+06 -1.317486E+06  3.895708E+06 -2.572857E+06  5.768357E+06 -4.445485E+06
!>  F F T T T T F F T T T T T T F F F F
