! offload: default
! LINEAR in target regions: combined constructs, collapsed loops, steps from outside, arrays, SIMD in iterations, generated loops.
program linear_in_kernels
  implicit none
  integer :: a(400), b(20, 20), c(10, 40), i, j, k, step, m(2)
  integer(8) :: long
  logical :: ok
  k = 3
  step = -4
  !$omp target parallel do linear(k: step)
  do i = 1, 400
    a(i) = k
    k = k + step
  end do
  ok = .true.
  do i = 1, 400
    ok = ok .and. a(i) == 3 - 4*(i - 1)
  end do
  print *, ok, k
  k = 0
  long = 10
  !$omp target map(tofrom: b, k, long)
  !$omp parallel do collapse(2) linear(k: 2) linear(long: 3)
  do i = 1, 20
    do j = 20, 1, -1
      b(j, i) = k + int(long)
      k = k + 2
      long = long + 3
    end do
  end do
  !$omp end target
  do i = 1, 20
    do j = 20, 1, -1
      ok = ok .and. b(j, i) == 10 + 5*((i - 1)*20 + 20 - j)
    end do
  end do
  print *, ok, k, long
  m = [1, 2]
  !$omp target map(tofrom: a, m)
  !$omp parallel do linear(m: 5)
  do i = 1, 200
    a(i) = m(1)
    a(i + 200) = m(2)
    m = m + 5
  end do
  !$omp end target
  do i = 1, 200
    ok = ok .and. a(i) == 1 + 5*(i - 1) .and. a(i + 200) == 2 + 5*(i - 1)
  end do
  print *, ok, m
  !$omp target teams distribute parallel do private(k)
  do i = 1, 40
    k = i
    !$omp simd linear(k: 7)
    do j = 1, 10
      c(j, i) = k
      k = k + 7
    end do
  end do
  do i = 1, 40
    do j = 1, 10
      ok = ok .and. c(j, i) == i + 7*(j - 1)
    end do
  end do
  print *, ok
  k = 5
  !$omp target map(tofrom: a, k)
  !$omp parallel do linear(k: 8)
  !$omp tile sizes(8)
  do i = 1, 400
    a(i) = k
    k = k + 1
  end do
  !$omp end target
  do i = 1, 400
    ok = ok .and. a(i) == 4 + i
  end do
  print *, ok, k
  ! No iteration.
  j = 0
  !$omp target parallel do linear(k: 8)
  do i = 1, j
    a(i) = k
    k = k + 8
  end do
  print *, k
end program linear_in_kernels
!>  T       -1597
!>  T         800                 1210
!>  T        1001        1002
!>  T
!>  T         405
!>          405
