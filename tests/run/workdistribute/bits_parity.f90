program bits_parity
  implicit none
  integer :: i
  integer :: a(4,5), al(5), an(4), x
  integer(8) :: b(3,4), o(3)
  integer(1) :: t(6)
  logical :: p(4), l(4,5), pp
  a = reshape([(ieor(i*37, 91), i=1,20)], [4,5]); l = btest(a, 2)
  b = reshape([(int(i,8)**9, i=1,12)], [3,4])
  t = [1_1, 2_1, 4_1, 8_1, -127_1, 127_1]
  !$omp target teams workdistribute defaultmap(tofrom: scalar)
  al = iall(a, 1); an = iany(a, dim=2, mask=l); x = iparity(a, mask=.not. l)
  o = iparity(b, 2)
  p = parity(l, 2); pp = parity(l(:,1))
  x = x + iall(int(t)) + iany(t) + iparity(t, t > 0)
  a = ibset(a, 3) + ibclr(a, 0) - ibits(a, 1, 3) + not(a) + merge_bits(a, 5, 12) + dshiftl(a, 3, 4) + shifta(-a, 2)
  b = ishft(b, -3) + ishftc(b, 5) + iand(b, 255_8)
  t = ishft(t, -1) + shiftr(t, 2) + ishftc(t, 3)
  !$omp end target teams workdistribute
  print '(10i8)', al, an, x, a
  print '(3i22)', b, o
  print *, t, p, pp
end program
!>        0       0     256       0     512     894     733    1020    1023     864
!>     2115     291     881    3471    3792    2236    5766    6220    4665    4977
!>     7711    8165    7406   10138   10460    8762    9351   11815   12405   11779
!>                     33                 16448                632543
!>                8421376              62744241             323745984
!>             1296359695            4311744512           12445883282
!>            32125000000           75749069616          165757943808
!>              972649798            2224464462            4899085226
!>     8   17   35   70  108   89 T F T T T
