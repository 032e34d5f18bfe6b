program integer_kinds
  implicit none
  integer, parameter :: n = 77
  integer(1) :: a(n)
  integer(2) :: b(n)
  integer(4) :: c(n)
  integer(8) :: d(n), s
  logical(1) :: l1(n)
  logical(2) :: l2(n)
  logical(8) :: l8(n)
  integer :: i
  a = [(int(mod(i, 100) - 50, 1), i = 1, n)]
  b = [(int(mod(i*331, 30000), 2), i = 1, n)]
  c = [(i*65537, i = 1, n)]
  d = 0
  !$omp target teams workdistribute map(tofrom: s)
  d = int(c, 8) * 100000_8 + b
  a(2:n-1) = a(3:n)
  b = b - a * 2_2
  c = ieor(c, ishft(c, -3)) + iand(int(b), 255)
  l1 = a > 0
  l2 = l1 .and. b < 9000
  l8 = .not. l2 .or. d > 300000000_8
  s = sum(d, mask=l8)
  where (l2) a = -a
  d = shiftr(d, 2) + popcnt(c) + leadz(c)
  b(n:1:-1) = b
  !$omp end target teams workdistribute
  print *, s, sum(int(a)), sum(int(b))
  print *, c(1:5)
  print *, d(1:3), d(n)
  print *, count(l1), count(l2), count(l8)
  print *, a(70:77), b(1:4)
end program
!>        19680762093993        -772      995537
!>        73902      147702      221248      295050      368852
!>            1638425104           3276850187           4915275267         126158731389
!>           28           0          77
!>    21   22   23   24   25   26   27   27  25433  25102  24773  24444
