! Bounds whose distance is no number of their kind, and numbers of iterations that are none either.
program loops_of_distant_bounds
  implicit none
  integer, parameter :: i8 = selected_int_kind(18), i16 = selected_int_kind(30)
  integer(i8), parameter :: top = huge(1_i8), bottom = -top - 1
  integer(i16), parameter :: high = huge(1_i16), low = -high - 1
  integer(i8) :: i, j, a, b, s, n(12), last, step
  integer(i16) :: k, l, c, d, total, by
  integer(1) :: tiny
  integer :: m, t
  a = bottom
  b = top
  step = 2_i8**61
  n = 0
  !$omp parallel do reduction(+:n) num_threads(3)
  do i = a, b, step
    n(1) = n(1) + 1
  end do
  !$omp parallel do reduction(+:n) schedule(dynamic) num_threads(3)
  do i = a, b, 2_i8**61
    n(2) = n(2) + i/2**20
  end do
  !$omp parallel do reduction(+:n) schedule(static, 2) num_threads(2) lastprivate(last)
  do i = b, a, -step
    n(3) = n(3) + 1
    last = i
  end do
  print *, n(:3), last == top - 7*step
  !$omp parallel do collapse(2) reduction(+:n) num_threads(2)
  do i = a, b, step
    do j = b, a, -2*step
      n(4) = n(4) + 1
    end do
  end do
  !$omp parallel do collapse(2) reduction(+:n) num_threads(2)
  do i = a, a + 3*step, step
    do j = i, b, step
      n(5) = n(5) + 1
    end do
  end do
  !$omp parallel
  !$omp single
  !$omp taskloop reduction(+:n) grainsize(3)
  do i = a, b, step
    n(6) = n(6) + 1
  end do
  !$omp end single
  !$omp end parallel
  print *, n(4:6)
  !$omp teams distribute reduction(+:n) num_teams(3)
  do i = a, b, step
    n(7) = n(7) + 1
  end do
  !$omp teams distribute parallel do reduction(+:n) num_teams(2) dist_schedule(static, 3)
  do i = b, a, -step
    n(8) = n(8) + 1
  end do
  !$omp target teams distribute parallel do reduction(+:n) map(tofrom: n)
  do i = a, b, step
    n(9) = n(9) + 1
  end do
  !$omp target parallel do reduction(+:n) map(tofrom: n)
  do i = a, b, 2_i8**60
    n(10) = n(10) + 1
  end do
  print *, n(7:10)
  s = 0
  !$omp tile sizes(3)
  do i = a, b, step
    s = s + 1
  end do
  !$omp reverse
  do i = a, b, step
    s = 10*s + 1
  end do
  print *, s, i == a
  s = 0
  !$omp tile sizes(9223372036854775807_8)
  do i = 1, 5
    s = s + i
  end do
  !$omp split counts(9223372036854775807_8, 9223372036854775807_8, omp_fill, 2)
  do i = 1, 5
    s = s + i
  end do
  !$omp parallel do reduction(+:s) schedule(dynamic, 9223372036854775807_8)
  do i = 1, 5
    s = s + i
  end do
  !$omp parallel do reduction(+:s) schedule(static, 9223372036854775807_8)
  do i = 1, 5
    s = s + i
  end do
  !$omp parallel do reduction(+:s) schedule(guided, 9223372036854775807_8)
  do i = 1, 5
    s = s + i
  end do
  !$omp teams distribute reduction(+:s) dist_schedule(static, 9223372036854775807_8)
  do i = 1, 5
    s = s + i
  end do
  !$omp target teams distribute parallel do reduction(+:s) dist_schedule(static, 9223372036854775807_8) map(tofrom: s)
  do i = 1, 5
    s = s + i
  end do
  print *, s
  ! No bits beyond the last.
  c = low
  d = high
  by = 2_i16**125
  total = 0
  !$omp parallel do reduction(+:total) num_threads(2)
  do k = c, d, by
    total = total + 1
  end do
  !$omp parallel do reduction(+:total) num_threads(2)
  do k = 2_i16**70, 2_i16**70 + 4
    total = total + 10*(k - 2_i16**70)
  end do
  !$omp parallel do reduction(+:total) collapse(2) num_threads(2)
  do k = 2_i16**70, 2_i16**70 + 4
    do l = k, 2_i16**70 + 4
      total = total + 1000
    end do
  end do
  print *, total
  ! Chunks that the variable cannot count.
  m = 0
  !$omp parallel do schedule(static, 256) reduction(+:m) num_threads(2)
  do tiny = -100, 100
    m = m + 1
  end do
  print *, m
  ! More iterations than there are numbers.
  t = 0
  !$omp parallel do collapse(2) num_threads(1)
  do i = 1, 2_i8**40
    do j = 1, 2_i8**40
      t = t + 1
      if (t == 3) then
        print *, t
        stop
      end if
    end do
  end do
end program
!>                     8       -8796093022208                    8 T
!>                    32                   26                    8
!>                     8                    8                    8                   16
!>             811111111 T
!>                   105
!>                                     15108
!>          201
!>            3
