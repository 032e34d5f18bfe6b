! stripped: no
! Reductions of many threads: more than a power of two, fewer than the team has, small types, in a loop, of arrays beside them.
program team_trees
  use omp_lib
  use iso_fortran_env, only: int8, int16
  implicit none
  complex(8) :: z
  integer :: i, n, k, s, total, part(6)
  integer(int8) :: bits
  integer(int16) :: most
  real(8) :: x, v(3)
  logical(1) :: every
  z = 0
  !$omp target map(tofrom: z)
  !$omp teams num_teams(182) reduction(+: z)
  !$omp parallel num_threads(182) reduction(+: z)
  z = z + cmplx(1, omp_get_thread_num(), 8) / (omp_get_num_teams() * omp_get_num_threads())
  !$omp end parallel
  !$omp end teams
  !$omp end target
  print '(2f10.6)', z
  ! Fewer threads than the team has; the constructs share the memory for their parts.
  part = 0
  !$omp target map(tofrom: part) private(n, total)
  !$omp teams num_teams(1) thread_limit(37)
  do k = 1, 6
    total = 0
    n = 7 * k - 6
    !$omp parallel num_threads(n) reduction(+: total)
    total = total + omp_get_thread_num() + 1
    !$omp end parallel
    part(k) = total
  end do
  !$omp end teams
  !$omp end target
  print *, part
  bits = 0
  most = -100
  every = .true.
  x = 1
  v = 0
  s = 1
  !$omp target parallel do num_threads(100) reduction(ieor: bits) reduction(max: most) reduction(.and.: every) &
  !$omp& reduction(*: x) reduction(+: v) reduction(+: s) map(tofrom: bits, most, every, x, v, s)
  do i = 1, 1000
    bits = ieor(bits, int(mod(i * 7, 128), int8))
    most = max(most, int(mod(i * 31, 997), int16))
    every = every .and. i < 1001
    if (mod(i, 100) == 0) x = x * 2
    v(1) = v(1) + 1
    v(2) = v(2) + i
    v(3) = v(3) + 2 * i
    s = s + mod(omp_get_num_threads(), 3)
  end do
  print *, bits, most, every, x, s
  print '(3f12.1)', v
end program
!>   1.000000 90.500000
!>            1          36         120         253         435         666
!>     0    996 T   1024.0000000000000             1001
!>       1000.0    500500.0   1001000.0
