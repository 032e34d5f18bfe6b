! Loops whose iterations depend on earlier ones.
program dependent_iterations
  implicit none
  integer, parameter :: n = 12
  integer :: a(0:n, 0:n), i, j, last
  a = 1
  !$omp parallel do num_threads(4) ordered(2) shared(a)
  do i = 1, n
    do j = 1, n
      !$omp ordered depend(sink : i - 1, j) depend(sink : i, j - 1)
      a(i, j) = mod(a(i - 1, j) + a(i, j - 1), 1009)
      !$omp ordered depend(source)
    end do
  end do
  print '(13i5)', a(n, :)
  a(:, 0) = 3
  !$omp parallel num_threads(3)
  !$omp do schedule(static, 1) ordered(1) lastprivate(last)
  do i = n, 1, -2
    !$omp ordered doacross(sink : i + 2)
    if (i < n) a(i, 0) = a(i + 2, 0) * 2
    last = a(i, 0)
    !$omp ordered doacross(source :)
  end do
  !$omp end parallel
  print '(13i5)', a(:, 0), last
end program
!>     1   13   91  455  811  134  402  947  854  311  886   18   36
!>     3    3   96    3   48    3   24    3   12    3    6    3    3
!>    96
