! SCAN with an initialization phase (OpenMP 6.0, 7.7).
program p
  implicit none
  integer :: i, x, t, u, a(200), b(200), c(200)
  a = [(mod(i*7, 11), i=1, 200)]
  x = 0
  !$omp parallel do reduction(inscan, +: x) private(t) num_threads(2)
  do i = 1, 200
    t = a(i)*2
    !$omp scan init_complete
    x = x + t
    !$omp scan inclusive(x)
    b(i) = x + t
  end do
  x = 0
  !$omp parallel do reduction(inscan, +: x) private(t, u) num_threads(2)
  do i = 1, 200
    t = a(i)
    u = t + 1
    !$omp scan init_complete
    c(i) = x + u
    !$omp scan exclusive(x)
    x = x + t
  end do
  print *, b(1), b(2), b(200), all(b == [(2*sum(a(1:i)) + 2*a(i), i=1, 200)])
  print *, c(1), c(2), c(200), all(c == [(sum(a(1:i)) + 1, i=1, 200)])
  x = 0
  !$omp target teams distribute parallel do reduction(inscan, +: x) private(t) map(from: b)
  do i = 1, 200
    t = a(i)
    !$omp scan init_complete
    x = x + t
    !$omp scan inclusive(x)
    b(i) = x
  end do
  print *, all(b == [(sum(a(1:i)), i=1, 200)])
end program
!>           28          26        2006 T
!>            8          11        1001 T
!>  T
