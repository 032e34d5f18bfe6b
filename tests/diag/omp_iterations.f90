program omp_iterations
  implicit none
  integer :: i, j, n, a(10,10), s
  n = 10; s = 0; a = 0
  !$omp parallel do ordered
  do i = 2, n
    !$omp ordered depend(sink: i-1)
    a(i,1) = a(i-1,1)
    !$omp ordered depend(source)
  end do
  !$omp parallel do ordered(2)
  do j = 2, n
    do i = 2, n
      !$omp ordered doacross(sink: j-1)
      !$omp ordered doacross(sink: j-1, 2*i)
      !$omp ordered doacross(sink: j-n, i)
      a(i,j) = a(i-1,j)
      !$omp ordered doacross(source: i)
    end do
  end do
  !$omp parallel do reduction(+: s)
  do i = 1, n
    s = s + i
    !$omp scan inclusive(s)
    a(i,1) = s
  end do
  !$omp parallel reduction(inscan, +: s)
  s = s + 1
  !$omp end parallel
end program
