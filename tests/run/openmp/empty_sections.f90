! stripped: no
! What is assigned last by an empty section at the end is what the thread of the section before has; a word of a directive
! that goes on behind the sentinel of the next line.
program empty_sections
  integer :: x, y, k
  do k = 1, 20
    x = 0
    y = 0
    !$omp parallel num_threads(4)
    !$omp sections lastprivate(x)
    !$omp section
    x = 1
    !$omp section
    !$omp section
    x = 2
    !$omp section
    !$omp end sections
    !$omp sections
    !$omp section
    !$omp section
    !$omp end sections
    !$omp sections
    !$omp section
    !$omp atomic
    y = y + 1
    !$omp section
    !$omp end sections
    !$omp end parallel
    if (x /= 2 .or. y /= 1) print *, 'wrong', k, x, y
  end do
  y = 5
  !$omp parallel num_threads(2) first&
  !$ompprivate(y) reduc&
  !$omp&tion(+: x)
  x = x + y
  y = 0
  !$omp end parallel
  print *, x - 2, y
end program empty_sections
!>           10           5
