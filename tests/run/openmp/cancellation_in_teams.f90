! regions: on the device
! environment: OMP_CANCELLATION=true
! stripped: no
! Loops and parallel constructs of teams that the program cancels.
program cancel_teams
  implicit none
  integer :: i, j, a(4), n
  a = 0
  !$omp target teams distribute map(tofrom: a) num_teams(2)
  do i = 1, 4
    !$omp parallel
    !$omp do
    do j = 1, 100
      if (j == 50) then
        !$omp atomic
        a(i) = a(i) + 1
        !$omp cancel do
      end if
      !$omp cancellation point do
    end do
    !$omp end parallel
  end do
  print '(4i5)', a
  n = 0
  !$omp target teams num_teams(1) map(tofrom: n)
  !$omp parallel
  !$omp atomic
  n = n + 1
  !$omp cancel parallel
  !$omp end parallel
  !$omp end target teams
  print *, n >= 1
end program
!>     1    1    1    1
!>  T
