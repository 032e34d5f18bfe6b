! Comparisons of bit sequences: the shorter one is extended with zeros on the left.
program t
  implicit none
  integer(1) :: a = -1_1
  integer(2) :: b = 256_2
  integer(8) :: c = 255_8
  logical, parameter :: p(4) = [bge(-1_1, 256_8), bgt(-1_1, 256_8), ble(-1_1, 256_8), blt(-1_1, 256_8)]
  logical, parameter :: q(4) = [bge(256_2, -1_1), bgt(255_8, -1_1), ble(255_8, -1_1), blt(-1_8, -1_1)]
  logical, parameter :: r(2) = [bge(z'1FFFFFFFF', 5_8), blt(5_8, z'1FFFFFFFF')]
  print *, p
  print *, bge(a, b), bgt(a, b), ble(a, b), blt(a, b)
  print *, q
  print *, bge(b, a), bgt(c, a), ble(c, a), blt(-c / c, a)
  print *, r
  print *, bge(z'1FFFFFFFF', c), blt(c, z'1FFFFFFFF')
end program
!>  F F T T
!>  F F T T
!>  T F T F
!>  T F T F
!>  T T
!>  T T
