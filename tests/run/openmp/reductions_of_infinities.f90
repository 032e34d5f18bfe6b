! regions: on the device
! The least and the greatest real that a reduction begins with are infinite: loops of infinities, loops of no iterations
! and threads without iterations change nothing. The extreme of an array of no elements is finite.
program reductions_of_infinities
  use, intrinsic :: ieee_arithmetic
  implicit none
  integer, parameter :: q = selected_real_kind(18)
  real(4) :: s, t, v(3)
  real(8) :: d, e
  real(q) :: w
  integer :: i, n

  n = 0
  call start()
  !$omp parallel do reduction(max: s, d) reduction(min: t, e) num_threads(3)
  do i = 1, n
    s = i; t = i; d = i; e = i
  end do
  print *, s < -huge(s), d < -huge(d), t > huge(t), e > huge(e)

  call start()
  !$omp target teams distribute parallel do reduction(max: s, d) reduction(min: t, e) map(tofrom: s, d, t, e)
  do i = 1, n
    s = i; t = i; d = i; e = i
  end do
  print *, s < -huge(s), d < -huge(d), t > huge(t), e > huge(e)

  call start()
  !$omp target teams distribute parallel do reduction(max: d) map(tofrom: d)
  do i = 1, n
    d = i
  end do
  !$omp target teams loop reduction(min: t) map(tofrom: t)
  do i = 1, n
    t = i
  end do
  !$omp target parallel do reduction(max: s) map(tofrom: s) num_threads(4)
  do i = 1, n
    s = i
  end do
  print *, s < -huge(s), d < -huge(d), t > huge(t)

  ! All values are infinite.
  call start()
  v = -s
  !$omp parallel do reduction(max: s) reduction(min: t) num_threads(4)
  do i = 1, 3
    s = max(s, -v(i)); t = min(t, v(i))
  end do
  print *, s < -huge(s), t > huge(t)
  !$omp target teams distribute parallel do reduction(max: s) reduction(min: t) map(tofrom: s, t)
  do i = 1, 3
    s = max(s, -v(i)); t = min(t, v(i))
  end do
  print *, s < -huge(s), t > huge(t)
  !$omp simd reduction(max: s)
  do i = 1, 3
    s = max(s, -v(i))
  end do
  print *, s < -huge(s)
  !$omp target parallel map(tofrom: s, t)
  !$omp do simd reduction(max: s) reduction(min: t)
  do i = 1, 3
    s = max(s, -v(i)); t = min(t, v(i))
  end do
  !$omp end target parallel
  print *, s < -huge(s), t > huge(t)

  ! A part, an array, teams and tasks.
  v = -v
  !$omp target teams distribute parallel do reduction(max: v(2:3)) map(tofrom: v)
  do i = 1, n
    v(2) = i
  end do
  !$omp parallel do reduction(max: v) num_threads(2)
  do i = 1, n
    v = i
  end do
  print *, v < -huge(v)
  call start()
  !$omp target teams reduction(max: s) num_teams(2) map(tofrom: s)
  if (n > 0) s = 1
  !$omp end target teams
  !$omp taskloop reduction(max: d)
  do i = 1, n
    d = i
  end do
  !$omp parallel reduction(min: e) num_threads(2)
  if (n > 0) e = 1
  !$omp end parallel
  print *, s < -huge(s), d < -huge(d), e > huge(e)
  w = ieee_value(w, ieee_negative_inf)
  !$omp parallel do reduction(max: w) num_threads(2)
  do i = 1, n
    w = i
  end do
  print *, w < -huge(w)

  ! Functions of arrays.
  print *, maxval(v(:n)) == -huge(v), minval(v(:n)) == huge(v), maxval(v) < -huge(v)
  !$omp target map(tofrom: s, t)
  s = maxval(v(:n))
  t = minval(v(:n))
  !$omp end target
  print *, s == -huge(s), t == huge(t)
contains
  subroutine start()
    s = ieee_value(s, ieee_negative_inf)
    d = ieee_value(d, ieee_negative_inf)
    t = -s
    e = -d
  end subroutine
end program
!>  T T T T
!>  T T T T
!>  T T T
!>  T T
!>  T T
!>  T
!>  T T
!>  T T T
!>  T T T
!>  T
!>  T T T
!>  T T
