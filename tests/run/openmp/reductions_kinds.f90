program reductions_kinds
  implicit none
  integer, parameter :: n = 500
  real(4) :: x(n), smax, smin
  real(8) :: d(n), p, s
  integer(8) :: k
  integer :: i, j, m, b_and, b_or, b_xor, cnt(3)
  logical :: all_pos, any_big
  complex(8) :: z
  x = [(sin(i*0.1), i = 1, n)]
  d = [(1 + 0.001d0*i, i = 1, n)]
  smax = -10; smin = 10; p = 1; s = 0; k = 0; b_and = -1; b_or = 0; b_xor = 0
  all_pos = .true.; any_big = .false.; z = 0; m = 0
  !$omp target teams distribute parallel do reduction(max: smax) reduction(min: smin) map(tofrom: smax, smin)
  do i = 1, n
    smax = max(smax, x(i))
    smin = min(smin, x(i))
  end do
  !$omp target teams distribute parallel do reduction(*: p) reduction(+: s, k, z) map(tofrom: p, s, k, z)
  do i = 1, n
    if (i <= 20) p = p * d(i)
    s = s + d(i)
    if (mod(i, 3) == 0) cycle
    k = k + i * 10000000_8
    z = z + cmplx(d(i), -i, 8)
  end do
  !$omp target teams distribute parallel do reduction(iand: b_and) reduction(ior: b_or) reduction(ieor: b_xor) &
  !$omp& reduction(.and.: all_pos) reduction(.or.: any_big) map(tofrom: b_and, b_or, b_xor, all_pos, any_big)
  do i = 1, n
    b_and = iand(b_and, i + 1024)
    b_or = ior(b_or, i * 2)
    b_xor = ieor(b_xor, i * 7)
    all_pos = all_pos .and. d(i) > 0
    any_big = any_big .or. x(i) > 0.99
  end do
  cnt = 0
  !$omp parallel do collapse(2) reduction(+: cnt, m)
  do j = 1, 3
    do i = 1, n
      if (x(i) * j > 0.5) cnt(j) = cnt(j) + 1
      m = m - 1
    end do
  end do
  print '(2f10.5)', smax, smin
  print '(2f14.6)', p, s, z
  print *, k, b_and, b_or, b_xor, all_pos, any_big
  print *, cnt, m
end program
!>    0.99999  -0.99999
!>       1.231927    625.250000
!>     417.667000 -83667.000000
!>          836670000000        1024        1022         960 T T
!>          168         210         224       -1500
