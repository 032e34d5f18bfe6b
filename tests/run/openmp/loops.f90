program loops
  use omp_lib
  implicit none
  integer, parameter :: n = 1000
  integer :: i, j, last, cnt
  real(8) :: a(n), s, mx, c(20, 30)
  logical :: ok
  !$omp parallel do
  do i = 1, n
    a(i) = sqrt(real(i, 8))
  end do
  !$omp end parallel do
  s = 0
  mx = -1
  !$omp parallel do reduction(+:s) reduction(max:mx) schedule(dynamic, 7)
  do i = 1, n
    s = s + a(i)
    mx = max(mx, a(i))
  end do
  print '(2f14.6)', s, mx
  !$omp parallel do collapse(2) private(cnt) lastprivate(last) schedule(guided)
  do j = 1, 30
    do i = 1, 20
      cnt = i * j
      c(i, j) = cnt
      last = cnt
    end do
  end do
  print *, sum(c), last
  cnt = 0
  ok = .true.
  !$omp parallel num_threads(2) reduction(+:cnt)
  cnt = cnt + 1
  !$omp do schedule(static, 3) reduction(.and.:ok)
  do i = 1, n
    ok = ok .and. a(i) > 0
  end do
  !$omp end do
  !$omp end parallel
  print *, cnt == 2 .or. cnt == 1, ok
  !$omp parallel workshare
  a = a * 2
  c = c + 1
  !$omp end parallel workshare
  print '(2f14.4)', sum(a), sum(c)
  cnt = 0
  !$omp parallel do
  do i = 1, n
    !$omp atomic
    cnt = cnt + 1
    !$omp critical
    s = s + 1
    !$omp end critical
  end do
  print '(i6, f14.4)', cnt, s
end program
!>   21097.455887     31.622777
!>    97650.000000000000              600
!>  T T
!>     42194.9118    98250.0000
!>   1000    22097.4559
