! status: 2
! All threads find an error at once: one of them ends the program.
program errors_of_all_threads
  implicit none
  integer :: i, s, a(64)
  a = 0
  s = command_argument_count()
  print *, 'before'
  !$omp parallel num_threads(32)
  !$omp barrier
  do i = 1, 5, s
    !$omp atomic
    a(i) = a(i) + 1
  end do
  !$omp end parallel
  print *, 'not here', a
end program errors_of_all_threads
!>  before
