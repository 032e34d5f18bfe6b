! stripped: no
! Barriers in loops, objects and large arrays of a team, jumps around parallel constructs.
program team_memory
  use omp_lib
  implicit none
  integer :: i, j, s, t, a(64), b(5000), v(3)
  real(8) :: x
  integer(8) :: k
  type p
    integer :: u
    real(8) :: w(3)
    logical(1) :: q(4)
  end type
  type(p) :: o
  a = 0
  ! barrier in loops
  s = 0
  a = 0
  !$omp target parallel num_threads(8) map(tofrom: s, a) private(i, t)
  t = omp_get_thread_num()
  do i = 1, 3
    a(t + 1 + 8 * i) = a(mod(t + 1, 8) + 1 + 8 * (i - 1)) + t
    !$omp barrier
    if (i == 2) then
      !$omp single
      s = s + a(17)
      !$omp end single
    end if
  end do
  !$omp end target parallel
  print *, 'loop', s, sum(a)
  ! objects and large arrays of a team
  s = 0
  !$omp target teams num_teams(2) private(o) map(tofrom: a)
  o%u = 3
  o%w = 0.5d0
  o%q = .false.
  !$omp parallel num_threads(4)
  if (omp_get_thread_num() < 3) o%w(omp_get_thread_num() + 1) = omp_get_thread_num()
  o%q(omp_get_thread_num() + 1) = .true.
  !$omp end parallel
  a(omp_get_team_num() + 1) = o%u + nint(sum(o%w)) + count(o%q)
  !$omp end target teams
  print *, 'object', a(1:2)
  b = 0
  !$omp target teams num_teams(2) private(b) map(tofrom: a)
  !$omp parallel do num_threads(4)
  do i = 1, 5000
    b(i) = i + omp_get_team_num()
  end do
  a(omp_get_team_num() + 1) = sum(b)
  !$omp end target teams
  print *, 'large', a(1:2)
  x = 0
  k = 0
  v = 0
  !$omp target teams distribute parallel do num_teams(3) reduction(+: x, k, v) map(tofrom: x, k)
  do i = 1, 1000
    x = x + 0.5d0
    k = k + omp_get_num_threads() / omp_get_num_threads()
    v(mod(i, 3) + 1) = v(mod(i, 3) + 1) + 1
  end do
  print *, 'both', x, k, v
  ! exit and cycle around parallel constructs
  s = 0
  !$omp target teams num_teams(1) map(tofrom: s) private(j)
  outer: do j = 1, 10
    if (j == 2) cycle outer
    !$omp parallel num_threads(4)
    !$omp atomic
    s = s + omp_get_num_threads()
    !$omp end parallel
    if (s > 20) exit outer
  end do outer
  !$omp end target teams
  print *, 'exit', s
  ! nested parallel, in_parallel, levels
  a = 0
  !$omp target parallel num_threads(4) map(tofrom: a)
  i = omp_get_thread_num() + 1
  !$omp parallel num_threads(3)
  a(omp_get_thread_num() + 5 * omp_get_level()) = 1
  !$omp end parallel
  !$omp end target parallel
  print *, 'nested', a(10)
end program
!>  loop           1         168
!>  object          10          10
!>  large    12502500    12507500
!>  both   500.00000000000000                      1000         333         334         333
!>  exit          32
!>  nested           1
