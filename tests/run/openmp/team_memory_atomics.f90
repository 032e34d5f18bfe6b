! stripped: no
! regions: on the device
! Threads of a team change variables of 64 bits and complex ones of the team atomically.
program team_memory_atomics
  use omp_lib
  implicit none
  integer :: team
  integer(8) :: sums(4)
  real(8) :: most(4)
  complex(8) :: turned(4)
  complex :: counted(4)
  !$omp target teams num_teams(4) thread_limit(16) map(from: sums, most, turned, counted) private(team)
  block
    integer(8) :: s
    real(8) :: m
    complex(8) :: z
    complex :: c
    s = 0
    m = 0
    z = (1d0, 0d0)
    c = 0
    team = omp_get_team_num() + 1
    !$omp parallel num_threads(16)
    !$omp atomic
    s = s + 5000000000_8 + omp_get_thread_num()
    !$omp atomic
    m = max(m, real(omp_get_thread_num() * team, 8))
    !$omp atomic
    z = z * (0d0, 1d0)
    !$omp atomic
    c = c + cmplx(1, team)
    !$omp end parallel
    sums(team) = s
    most(team) = m
    turned(team) = z
    counted(team) = c
  end block
  !$omp end target teams
  print '(4i14)', sums
  print '(4f8.1)', most
  print '(8f6.1)', turned + (0d0, 0d0)
  print '(8f6.1)', counted
end program
!>    80000000120   80000000120   80000000120   80000000120
!>     15.0    30.0    45.0    60.0
!>    1.0   0.0   1.0   0.0   1.0   0.0   1.0   0.0
!>   16.0  16.0  16.0  32.0  16.0  48.0  16.0  64.0
