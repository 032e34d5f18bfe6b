! On a combined construct a variable may be mapped for the target and private in the teams.
program map_and_private
  implicit none
  integer :: x, y, i
  x = 5
  y = 7
  !$omp target teams map(tofrom: x, y) firstprivate(x) num_teams(1) thread_limit(1)
  x = x + 1
  y = y + x
  !$omp end target teams
  if (x /= 5 .or. y /= 13) error stop "teams"
  x = 3
  !$omp target simd map(tofrom: x, y) private(x)
  do i = 1, 1
    x = 4
    y = x
  end do
  if (x /= 3 .or. y /= 4) error stop "simd"
end program
