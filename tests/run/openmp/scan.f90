program scan
  implicit none
  integer, parameter :: n = 1000
  integer :: i, s, p, a(n), b(n), c(n)
  real(8) :: x, y(n), z(n)
  a = [(mod(i*7, 11), i=1,n)]
  s = 5
  !$omp parallel do reduction(inscan, +: s)
  do i = 1, n
    s = s + a(i)
    !$omp scan inclusive(s)
    b(i) = s
  end do
  print *, s, b(1), b(2), b(n), sum(b)
  s = 5
  !$omp parallel do reduction(inscan, +: s)
  do i = 1, n
    c(i) = s
    !$omp scan exclusive(s)
    s = s + a(i)
  end do
  print *, s, c(1), c(2), c(n), all(c == b - a)
  p = -huge(p)
  !$omp simd reduction(inscan, max: p)
  do i = 1, n
    p = max(p, a(i)*mod(i, 101))
    !$omp scan inclusive(p)
    b(i) = p
  end do
  print *, p, b(10), b(100), b(n)
  x = 1
  !$omp parallel num_threads(4)
  !$omp do reduction(inscan, *: x)
  do i = 1, n
    x = x * (1 + 1d0/(i*i))
    !$omp scan inclusive(x)
    y(i) = x
  end do
  !$omp do
  do i = 1, n
    z(i) = y(i) - x
  end do
  !$omp end parallel
  print '(3f12.8)', x, y(1), z(1)
end program
!>         5010          12          15        5010     2511504
!>         5010           5          12        5006 T
!>         1000          72         910        1000
!>   3.67240551  2.00000000 -1.67240551
