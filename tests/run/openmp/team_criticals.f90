! stripped: no
! Critical constructs in loops on a device, numbers of threads that are no constants, and tasks of a team.
program team_criticals
  use omp_lib
  implicit none
  integer :: n, s, i, j, hist(8), m
  real :: a(16,16), best
  complex :: z
  logical :: init
  n = 3; s = 0; hist = 0; best = 0; m = 0
  init = .true.
  z = 0
  do j = 1, 16
   do i = 1, 16
    a(i,j) = mod(i*7+j*3, 17)
   end do
  end do
  !$omp target parallel do map(tofrom: best, m) map(from: init)
  do i = 1, 256
    if (i == 1) init = omp_is_initial_device()
    !$omp critical
    if (a(mod(i-1,16)+1, (i-1)/16+1) > best) then
      best = a(mod(i-1,16)+1, (i-1)/16+1)
      m = m + 1
    end if
    !$omp end critical
  end do
  print *, 'critical', best, m > 0, init .eqv. (omp_get_num_devices() == 0)
  !$omp target teams distribute parallel do map(tofrom: s, hist) num_teams(4)
  do i = 1, 64
    !$omp critical (x)
    s = s + i
    hist(mod(i,8)+1) = hist(mod(i,8)+1) + 1
    !$omp end critical (x)
  end do
  print *, 'teams critical', s, hist
  ! num_threads not constant
  s = 0
  !$omp target parallel num_threads(n) map(tofrom: s)
  !$omp atomic
  s = s + omp_get_num_threads()
  !$omp end target parallel
  print *, 'var threads', s
  s = 0
  !$omp target parallel num_threads(n) map(tofrom: s) private(j)
  j = omp_get_thread_num()
  !$omp barrier
  !$omp critical
  s = s + j + 10
  !$omp end critical
  !$omp end target parallel
  print *, 'var threads 2', s
  z = 0
  !$omp target teams num_teams(4) reduction(+: z) map(tofrom: z)
  !$omp parallel num_threads(4) reduction(+: z)
  z = z + cmplx(omp_get_thread_num(), omp_get_team_num())
  !$omp end parallel
  !$omp end target teams
  print *, 'complex', z
  s = 0
  !$omp target parallel num_threads(4) map(tofrom: s)
  !$omp single
  do i = 1, 3
    !$omp task
    s = s + i
    !$omp end task
  end do
  !$omp end single
  !$omp do schedule(static,2)
  do i = 1, 10
    if (mod(i,2) == 0) cycle
    !$omp atomic
    s = s + omp_get_thread_num() * 100
  end do
  !$omp end target parallel
  print *, 'tasks', s
end program
!>  critical   16.0000000     T T
!>  teams critical        2080           8           8           8           8           8           8           8           8
!>  var threads           9
!>  var threads 2          33
!>  complex             (24.0000000,24.0000000)
!>  tasks         606
