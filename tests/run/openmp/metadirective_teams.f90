! METADIRECTIVE may stand where what it chooses may.
program metadirective_teams
  implicit none
  integer :: a(8), i
  a = 0
  !$omp target teams map(tofrom: a) num_teams(1)
  !$omp metadirective when(user={condition(.true.)}: distribute) default(parallel do)
  do i = 1, 8
    a(i) = i
  end do
  !$omp end target teams
  if (sum(a) /= 36) error stop "metadirective"
end program
