! Parallel regions that become one, barriers that go, values that cross borders, and array statements that fuse in constructs.
program regions_and_barriers
  use omp_lib
  implicit none
  integer, parameter :: n = 1000
  real(8) :: a(n), b(n), c(n), d(n), x0, x, s, t
  integer :: i, k, round, bad
  integer :: team(2)
  bad = 0
  x0 = 12
  do round = 1, 20
    a = 1
    b = 2
    c = 0
    d = 0
    s = 0
    t = 0
    x = 3
    ! Regions follow each other; the last one needs what other threads have made.
    !$omp parallel do
    do i = 1, n
      a(i) = a(i)*sqrt(x*x0) + i
    end do
    !$omp parallel do
    do i = 1, n
      b(i) = b(i) + 1
    end do
    !$omp parallel do schedule(dynamic, 7)
    do i = 1, n
      c(i) = a(n + 1 - i) + b(i)
    end do
    !$omp parallel do reduction(+: s)
    do i = 1, n
      s = s + c(i)
    end do
    !$omp parallel do reduction(+: t)
    do i = 1, n
      t = t + s*a(i)
    end do
    if (any(abs(c - [(6 + n + 1 - i + 3, i=1, n)]) > 1d-9)) bad = bad + 1
    if (abs(s - 509500d0) > 1d-6 .or. abs(t - s*506500d0) > 1d-3) bad = bad + 1

    ! Loops of equal iterations, of others, and in other orders.
    !$omp parallel private(k)
    !$omp barrier
    !$omp do
    do i = 1, n
      a(i) = i
    end do
    !$omp do
    do i = 1, n
      b(i) = a(i)*2
    end do
    !$omp barrier
    !$omp do
    do i = 1, n
      c(i) = b(n + 1 - i)
    end do
    !$omp do schedule(dynamic, 3)
    do i = 1, n
      d(i) = c(i) + 1
    end do
    !$omp do schedule(dynamic, 5)
    do i = 1, n
      d(i) = d(i)*2
    end do
    !$omp single
    x = 7
    !$omp end single
    !$omp do
    do i = 2, n
      a(i) = d(i - 1) + x
    end do
    !$omp do
    do i = 2, n
      b(i - 1) = a(i)
    end do
    !$omp do
    do i = 2, n
      b(i - 1) = b(i - 1) + a(i - 1)
    end do
    !$omp barrier
    !$omp end parallel
    if (any(c /= [(2*(n + 1 - i), i=1, n)]) .or. any(d /= 2*(c + 1))) bad = bad + 1
    if (a(1) /= 1 .or. any(a(2:) /= d(:n - 1) + 7)) bad = bad + 1
    if (any(b(:n - 1) /= a(2:) + a(:n - 1))) bad = bad + 1

    ! A region that sets what the next one is made of is not part of it.
    call omp_set_num_threads(2)
    !$omp parallel
    !$omp single
    team(1) = omp_get_num_threads()
    !$omp end single
    !$omp end parallel
    call omp_set_num_threads(1)
    !$omp parallel
    !$omp single
    team(2) = omp_get_num_threads()
    !$omp end single
    !$omp end parallel
    call omp_set_num_threads(2)
    if (team(2) /= 1) bad = bad + 1

    ! Array statements.
    !$omp parallel workshare
    a = 1
    b = a + 1
    !$omp end parallel workshare
    !$omp parallel workshare
    c = b*2
    d = c - a
    !$omp end parallel workshare
    !$omp parallel
    !$omp single
    a = a + d
    b = a*2
    !$omp end single
    !$omp sections
    !$omp section
    c = 5
    d = c + 1
    !$omp end sections
    !$omp single
    !$omp task
    c = a + b
    d = c*2
    !$omp end task
    !$omp end single
    !$omp end parallel
    if (any(a /= 4) .or. any(b /= 8) .or. any(c /= 12) .or. any(d /= 24)) bad = bad + 1
  end do
  print *, 'wrong:', bad

  ! On a device: the root is the host's.
  x = 3
  a = 0
  !$omp target teams distribute parallel do map(tofrom: a)
  do i = 1, n
    a(i) = i*(sqrt(x*x0)/x)
  end do
  x = x + 1
  s = 0
  !$omp target teams distribute parallel do map(tofrom: a, s) reduction(+: s)
  do i = 1, n
    a(i) = a(i) + sqrt(x)
    s = s + a(i)
  end do
  print *, a(1), a(n), s
  call conforming(a(1:n:2), b(2:n:2), c(1:n/2), s)
  print *, s, b(2), c(n/2)

contains

  ! Fused although nothing but the statements says that the extents are equal.
  subroutine conforming(x, y, z, s)
    real(8), intent(in) :: x(:)
    real(8), intent(inout) :: y(:), z(:)
    real(8), intent(inout) :: s
    real(8) :: r
    !$omp target teams workdistribute map(to: x) map(tofrom: y, z, s)
    y = x + 1
    s = 3
    z = y*2
    !$omp end target teams workdistribute
    y = x + s
    r = sum(z)
    s = sum(y)
    z = y*2
    s = s + r + sum(z)
    y = z + s
  end subroutine
end program
!>  wrong:           0
!>    4.0000000000000000        2002.0000000000000        1003000.0000000000
!>    2510500.0000000000        2510514.0000000000        4006.0000000000000
