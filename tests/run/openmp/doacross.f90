program doacross
  implicit none
  integer, parameter :: n = 60, m = 40
  integer :: i, j, a(0:n,0:m), b(0:n,0:m), v(100)
  a = 1; b = 1
  do j = 1, m; do i = 1, n; b(i,j) = mod(b(i-1,j) + b(i,j-1)*2, 1009); end do; end do
  !$omp parallel do ordered(2) private(i)
  do j = 1, m
    do i = 1, n
      !$omp ordered depend(sink: j-1, i) depend(sink: j, i-1)
      a(i,j) = mod(a(i-1,j) + a(i,j-1)*2, 1009)
      !$omp ordered depend(source)
    end do
  end do
  print *, all(a == b)
  v = 1
  !$omp parallel do ordered(1) schedule(static,1)
  do i = 3, 100
    !$omp ordered doacross(sink: i-2)
    v(i) = mod(v(i-2)*3 + v(i-1), 97)
    !$omp ordered doacross(source:)
  end do
  print *, sum(v)
  !$omp parallel do ordered(1)
  do i = 2, 100
    v(i) = v(i)*2
    !$omp ordered doacross(sink: omp_cur_iteration - 1)
    v(i) = v(i) + v(i-1)
    !$omp ordered doacross(source: omp_cur_iteration)
  end do
  print *, sum(v)
end program
!>  T
!>         3808
!>       342754
