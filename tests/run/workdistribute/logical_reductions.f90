program logical_reductions
  implicit none
  logical :: a(4,3), b(4,3), c(4), d(3), e
  logical(1) :: l1(5)
  integer :: k(4,3), i, n3(3), n4(4), x
  integer(8) :: n8
  real(8) :: r(4,3), nn(3), tot
  k = reshape([(mod(i*5,9)-3, i=1,12)], [4,3])
  r = k * 0.5d0
  e = .false.; x = 0; n8 = 0; tot = 0
  !$omp target teams workdistribute map(tofrom: e, x, n8, tot)
  a = k > 0
  b = .not. a .eqv. (k < -1)
  c = any(a, 2) .and. .not. all(b, dim=2)
  d = parity(a, 1) .neqv. all(a .or. b, 1)
  e = parity(a) .or. any(b(1,:))
  n3 = count(a, 1) * 10 + count(b, dim=1)
  n4 = count(a .and. b, dim=2, kind=4)
  n8 = count(k /= 0, kind=8)
  x = iall(k) + iany(k)*2 + iparity(k)*4
  nn = norm2(r, 1)
  tot = norm2(r)
  l1 = [.true., a(1,1), b(2,2), c(1), d(3)]
  !$omp end target teams workdistribute
  print *, a, b, c, d, e
  print *, n3, n4, n8, x
  print '(4f12.6)', nn, tot
  print *, l1
  !$omp target teams workdistribute map(tofrom: x, tot, e)
  n3 = minval(k, 1, k > 0) + maxval(k, 1, k < 0)
  n4 = sum(k, 2, a) + product(k, dim=2, mask=k /= 0)
  x = sum(k, mask=a) + maxval(k, mask=.false.)/2 + minval(k, k > 100)/3
  tot = sum(r, mask=reshape([.true.,.false.],[4,3],[.false.,.true.]))
  e = any([a(1,2), b(1,2)]) .and. all(k(1:2,:) == k(1:2,:))
  where (all(a, 2)) n4 = -99
  n3 = merge(n3, [1,2,3], d)
  !$omp end target teams workdistribute
  print *, n3, n4, x, e
  print '(f12.6)', tot
end program
!>  T F T F T F T T F T F T T T T F T F T T T T T T F T F T F T T T
!>           23          33          24           2           1           2           2                   11           6
!>     2.121320    3.240370    2.549510    4.636809
!>  T T F F T
!>            1 -2147483647           0         -18          -2         -22           1  -357913922 T
!>     3.500000
