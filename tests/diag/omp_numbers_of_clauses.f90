! Clauses whose argument is an integer.
subroutine s(n)
  implicit none
  integer :: n, i, k
  real :: x
  !$omp taskloop grainsize(1.5)
  do i = 1, n
  end do
  !$omp taskloop num_tasks(x)
  do i = 1, n
  end do
  !$omp taskloop num_tasks(strict: [2, 3])
  do i = 1, n
  end do
  !$omp taskloop grainsize(0)
  do i = 1, n
  end do
  !$omp masked filter(x)
  !$omp end masked
  !$omp task priority('a')
  !$omp end task
  !$omp parallel default(none)
  !$omp task priority(k)
  !$omp end task
  !$omp taskloop grainsize(k) private(i)
  do i = 1, 3
  end do
  !$omp masked filter(k)
  !$omp end masked
  !$omp end parallel
  !$omp do schedule(dynamic, 0)
  do i = 1, n
  end do
  !$omp teams distribute dist_schedule(static, -2)
  do i = 1, n
  end do
end subroutine
