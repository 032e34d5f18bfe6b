! Arrays of unsigned numbers: reductions by order, locations, products, constants, vector loops, WHERE, SELECT CASE.
program unsigned_arrays
  implicit none
  integer, parameter :: n = 1000
  unsigned :: a(n), b(n), c(n), m(3, 2)
  unsigned, parameter :: p(4) = [4000000000u, 7u, 2147483648u, 2147483647u]
  unsigned, parameter :: most = maxval(p), least = minval(p), total = sum(p), bits = iall(p)
  integer, parameter :: where_most(1) = maxloc(p)
  unsigned(1) :: s(5)
  unsigned(8), allocatable :: d(:), e(:, :)
  integer(8) :: ia(n), ib(n)
  integer :: i, hits
  logical :: mask(n)

  ia(1) = 12345
  do i = 2, n
    ia(i) = mod(ia(i - 1) * 48271_8, 4294967291_8)
  end do
  ib = mod(ia * 7_8 + 3_8, 4294967296_8)
  a = uint(ia)
  b = uint(ib)
  c = max(a, b)
  print *, count(int(c, 8) /= max(ia, ib)), count(int(min(a, b), 8) /= min(ia, ib))
  mask = a < b
  print *, count(mask .neqv. (ia < ib)), count(int(a / (b + 1u), 8) /= ia / mod(ib + 1, 4294967296_8))
  where (a > 3000000000u)
    c = 1u
  elsewhere
    c = 0u
  end where
  print *, sum(c), count(ia > 3000000000_8)
  print *, maxval(a), minval(a), maxloc(a), minloc(a), maxval(ia), minval(ia)
  print *, maxval(a, mask=mask), maxval(ia, mask=mask), maxloc(a, dim=1, back=.true.)
  print *, sum(a), mod(sum(ia), 4294967296_8), dot_product(a(:10), b(:10))
  print *, maxval(pack(a, a > huge(0u))), minval(pack(a, a > huge(0u)))
  print *, most, least, total, bits, where_most
  m = reshape([1u, 4294967295u, 3u, 4u, 5u, 2147483648u], [3, 2])
  print *, maxval(m, dim=1), minval(m, dim=2), maxloc(m, dim=2), findloc(m, 4u)
  print *, matmul(m, transpose(m))
  print *, cshift(p, 1), eoshift(p, -1), spread(p(:2), 2, 2)
  print *, product([unsigned(8) :: 4294967296u_8, 3u_8]), parity(p > 2147483647u), any(p == 7u)
  print *, findloc(p, 7u, dim=1), iparity(p), iany(p)

  s = [uint(1, 1), 255u_1, 128u_1, 127u_1, 0u_1]
  s = s + 1u_1
  print *, s
  hits = 0
  do i = 1, size(s)
    select case (s(i))
    case (0u_1)
      hits = hits + 1
    case (129u_1:)
      hits = hits + 10
    case (1u_1:2u_1)
      hits = hits + 100
    case default
      hits = hits + 1000
    end select
  end do
  print *, hits

  d = [(uint(2, 8) ** uint(i, 8), i=60, 63)]
  print *, d, d > 2305843009213693952u_8
  d = -d
  print *, d
  allocate (e(2, 2), source=18446744073709551615u_8)
  e(1, :) = e(1, :) / 3u_8
  print *, e, sum(e), real(e(2, 1))
  deallocate (d)
  allocate (unsigned(8) :: d(2))
  d = 9u_8
  forall (i=1:2) d(i) = d(i) * uint(i, 8) - 10u_8
  print *, d
  call loops
contains
  subroutine loops
    unsigned, allocatable :: x(:), y(:)
    unsigned :: top, state
    integer :: k, under
    allocate (x(4096), y(4096))
    state = 2463534242u
    do k = 1, size(x)
      state = ieor(state, ishft(state, 13))
      state = ieor(state, ishft(state, -17))
      state = ieor(state, ishft(state, 5))
      x(k) = state
      y(k) = state / 3u + mod(state, 1000u)
    end do
    top = 0u
    under = 0
    do k = 1, size(x)
      if (x(k) > top) top = x(k)
      if (y(k) < 1431655765u) under = under + 1
      y(k) = shiftr(x(k), 4) + y(k)
    end do
    print *, top, under, sum(y), maxval(y), minval(x), real(maxval(x), 8)
    !$omp parallel do reduction(+:top) reduction(ieor:state)
    do k = 1, size(x)
      top = top + x(k)
      state = ieor(state, y(k))
    end do
    print *, top, state
  end subroutine
end program
!>            0           0
!>            0           0
!>          311         311
!>   4292442742       12345         227           1           4292442742                12345
!>   3676066876           3676066876         227
!>   3278413577           3278413577  2542650000
!>            0  4294967295
!>   4000000000           7  4000000006           0           1
!>   4294967295  2147483648           1           5           3           2           1           2           1           2
!>           17          19           3          19          26  2147483645           3  2147483645           9
!>            7  2147483648  2147483647  4000000000           0  4000000000           7  2147483648  4000000000           7  4000000000           7
!>           12884901888 F T
!>            2   294967288  4294967295
!>     2    0  129  128    1
!>         1211
!>   1152921504606846976  2305843009213693952  4611686018427387904  9223372036854775808 F F T T
!>  17293822569102704640 16140901064495857664 13835058055282163712  9223372036854775808
!>   6148914691236517205 18446744073709551615  6148914691236517205 18446744073709551615 12297829382473034408   1.84467441E+19
!>  18446744073709551615                    8
!>   4293874021        4096  1485387577  1699658487      294423   4293874021.0000000     
!>   4198363033  4229514234
