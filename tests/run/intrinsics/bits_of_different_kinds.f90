! Comparisons of bit sequences: the shorter one is extended with zeros on the left, and BOZ keeps all its bits.
program t
  implicit none
  integer(1) :: a = -1_1
  integer(2) :: b = 256_2
  integer(8) :: c = 255_8, m8 = -1_8
  integer(16) :: m16 = -1_16
  logical, parameter :: s(4) = bge([-1_1, 1_1, 0_1, -2_1], 128_8)
  logical, parameter :: p(4) = [bge(-1_1, 256_8), bgt(-1_1, 256_8), ble(-1_1, 256_8), blt(-1_1, 256_8)]
  logical, parameter :: q(4) = [bge(256_2, -1_1), bgt(255_8, -1_1), ble(255_8, -1_1), blt(-1_8, -1_1)]
  logical, parameter :: r(2) = [bge(z'1FFFFFFFF', 5_8), blt(5_8, z'1FFFFFFFF')]
  print *, p
  print *, bge(a, b), bgt(a, b), ble(a, b), blt(a, b)
  print *, q
  print *, bge(b, a), bgt(c, a), ble(c, a), blt(-c / c, a)
  print *, r
  print *, bge(z'1FFFFFFFF', c), blt(c, z'1FFFFFFFF')
  print *, s, bge([a, 1_1, 0_1, -2_1], c / 2 + 1)
  print *, bge(-1_4, -1_8), ble(-1_8, -1_4), bgt(-1_16, -1_8), blt(-1_8, -1_16)
  print *, bge(-1, m8), ble(m8, -1), bgt(m16, m8), blt(m8, m16)
  print *, bge(-1_1, z'ff'), bgt(-1_1, z'fe'), ble(z'ff', -1_1), blt(z'100', -1_1)
  print *, bge(a, z'ff'), bgt(a, z'fe'), ble(z'ff', a), blt(z'100', a)
  print *, bge(-1_1, z'100'), bge(-1_2, z'10000'), bge(-1_8, z'10000000000000000'), bgt(z'100000000', z'1')
  print *, bge(a, z'100'), bge(b, z'10000'), bge(m8, z'10000000000000000')
  ! Where the kinds are one, BOZ takes it.
  print *, iand(-1_1, z'f'), ior(z'f0', 1_1), ieor(-1_2, z'ff'), dshiftl(-1_1, z'f', 3), merge_bits(-1_2, z'0', z'ff')
  print *, iand(a, z'f'), ior(z'f0', a / a), ieor(b - 257_2, z'ff'), dshiftl(a, z'f', 3), merge_bits(b - 257_2, z'0', z'ff')
  ! Counts are of any kind.
  print *, ishft(1_1, 3_8), ibset(0_1, 6_8), btest(-1_1, 7_8), ishftc(3_1, 1_8, 2_2), shiftr(-1_1, 4_8), shifta(-1_1, 4_8)
  print *, ishft(-a, 3_8), ibset(a - a, 6_8), btest(a, 7_8), ishftc(-3_1 * a, 1_8, 2_2), shiftr(a, 4_8), shifta(a, 4_8)
end program
!>  F F T T
!>  F F T T
!>  T F T F
!>  T F T F
!>  T T
!>  T T
!>  T F F T T F F T
!>  F F T T
!>  F F T T
!>  T T T F
!>  T T T F
!>  F F F T
!>  F F F
!>    15  -15   -256   -8    255
!>    15  -15   -256   -8    255
!>     8   64 T    3   15   -1
!>     8   64 T    3   15   -1
