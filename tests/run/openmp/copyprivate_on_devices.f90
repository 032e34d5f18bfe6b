! stripped: no
! regions: on the device
! SINGLE with COPYPRIVATE in kernels: the threads of a team get the values of the one that ran it.
program copyprivate_on_devices
  use omp_lib
  implicit none
  integer :: x, i, c, r(4, 2), v(3)
  real(8) :: y

  c = 0
  !$omp target parallel num_threads(4) private(x, y, v) map(tofrom: c)
  do i = 1, 3
    !$omp single
    x = 3 * i
    y = 0.5d0 * i
    v = [i, i + 1, i + 2]
    !$omp end single copyprivate(x, y, v)
    !$omp atomic
    c = c + x + int(2 * y) + sum(v)
  end do
  !$omp end target parallel
  print *, c

  r = 0
  !$omp target teams num_teams(2) thread_limit(4) map(tofrom: r)
  !$omp parallel num_threads(4) private(x)
  x = -1
  !$omp single
  x = 10 * (omp_get_team_num() + 1)
  !$omp end single copyprivate(x)
  r(omp_get_thread_num() + 1, omp_get_team_num() + 1) = x + omp_get_thread_num()
  !$omp end parallel
  !$omp end target teams
  print *, r
end program
!>          204
!>           10          11          12          13          20          21          22          23
