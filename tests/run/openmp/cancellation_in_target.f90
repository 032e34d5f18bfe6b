! Regions in target constructs are cancelled.
! environment: OMP_CANCELLATION=true
! stripped: no
program cancellation_in_target
  use omp_lib
  implicit none
  integer :: n, i, s, k(4), j, m
  n = 0
  print *, omp_get_cancellation()
  !$omp target map(tofrom: n)
  !$omp parallel num_threads(2)
  !$omp do
  do i = 1, 100000
    !$omp atomic
    n = n + 1
    !$omp cancel do
    !$omp atomic
    n = n + 100000
  end do
  !$omp end parallel
  !$omp end target
  print *, n < 10000
  s = 0
  m = 0
  !$omp target map(tofrom: s, m)
  !$omp parallel num_threads(3)
  !$omp atomic
  s = s + 1
  !$omp cancel parallel
  !$omp atomic
  m = m + 1
  !$omp end parallel
  !$omp end target
  print *, s <= 3, m
  k = 0
  !$omp target teams num_teams(4) map(tofrom: k)
  block
    integer :: t
    t = omp_get_team_num() + 1
    !$omp parallel do shared(k) num_threads(2)
    do j = 1, 100000
      !$omp cancellation point do
      !$omp cancel do if (j > 1)
      !$omp atomic
      k(t) = k(t) + 1
    end do
  end block
  !$omp end target teams
  print *, maxval(k) < 10
  s = 0
  !$omp target map(tofrom: s)
  !$omp taskgroup
  do i = 1, 10
    !$omp task shared(s)
    !$omp atomic
    s = s + 1
    !$omp cancel taskgroup
    !$omp atomic
    s = s + 1000
    !$omp end task
  end do
  !$omp end taskgroup
  !$omp end target
  print *, s < 1000
  s = 0
  !$omp target map(tofrom: s)
  !$omp parallel sections
  !$omp section
  !$omp cancel sections
  s = s + 1000
  !$omp end parallel sections
  !$omp end target
  print *, s
end program
!>  T
!>  T
!>  T           0
!>  T
!>  T
!>            0
