! Transformed loops that worksharing, SIMD, TASKLOOP and target constructs take, and what their variables are then and after.
program loop_transformations_taken
  implicit none
  integer, parameter :: two = 2
  integer :: i, j, k, n, size, a(10, 10), b(100)
  integer(1) :: small
  integer(8) :: large
  n = 7
  size = 3
  a = 0

  ! A bound of the transformed loop depends on the loop around it.
  !$omp parallel do collapse(2) lastprivate(i) num_threads(3)
  do i = 1, n
    !$omp tile sizes(two)
    do j = i, 10
      a(i, j) = a(i, j) + i + j
    end do
  end do
  print *, i, sum(a)

  ! What the variables are behind transformed loops.
  i = 0
  j = 0
  !$omp tile sizes(2, 3)
  do i = 1, n, 2
    do j = 10, 1, -3
      if (j == 4) cycle
      a(i, j) = a(i, j) + 1
    end do
  end do
  print *, i, j, sum(a)
  i = 0
  j = 77
  !$omp interchange
  do i = 1, 0
    do j = 10, 1, -3
      a(i, j) = a(i, j) + 1
    end do
  end do
  print *, i, j, sum(a)
  !$omp fuse
  do i = 1, 3
    a(i, 1) = a(i, 1) + 1
  end do
  !$omp split counts(1, omp_fill)
  do j = 9, 2, -3
    a(j, 1) = a(j, 1) - 1
  end do
  !$omp end fuse
  print *, i, j, sum(a)
  !$omp unroll full
  do i = 1, 5
    if (i == 3) cycle
    a(i, 1) = i
  end do
  print *, i, sum(a)

  ! Last values, sizes that only the run knows.
  !$omp parallel do simd lastprivate(i, k) num_threads(2)
  !$omp tile sizes(size)
  do i = 1, n
    a(i, 1) = 100
    k = 10*i
  end do
  print *, i, k, sum(a)
  !$omp parallel num_threads(3)
  !$omp single
  !$omp taskloop grainsize(1) lastprivate(i)
  !$omp unroll partial(3)
  do i = 1, n
    !$omp atomic
    a(i, 2) = a(i, 2) + 1
  end do
  !$omp end single
  !$omp end parallel
  print *, i, sum(a)

  ! Loops that are fused in each iteration of the loop around.
  !$omp parallel do collapse(2) num_threads(4)
  do i = 1, n
    !$omp fuse
    do j = 1, 3
      a(i, j) = a(i, j) + 1
    end do
    do k = 1, 4
      a(i, k) = a(i, k)*2
    end do
    !$omp end fuse
  end do
  print *, sum(a)

  ! The variable of an orphaned loop is private, whatever it is outside.
  b = 0
  !$omp parallel num_threads(4)
  call shared_variable(b)
  !$omp end parallel
  print *, sum(b)

  ! Variables of other kinds.
  b = 0
  !$omp parallel do num_threads(2)
  !$omp reverse
  do small = 127, 1, -2
    b(small/2 + 1) = b(small/2 + 1) + small
  end do
  !$omp parallel do collapse(2) num_threads(2)
  !$omp stripe sizes(8)
  do large = 1_8, 100_8
    b(large) = b(large) + int(large)
  end do
  print *, sum(b)

  ! In target regions, where kernels take them.
  !$omp target teams distribute parallel do simd collapse(2) map(tofrom: a)
  !$omp tile sizes(4, 4)
  do j = 1, 10
    do i = 1, 10
      a(i, j) = a(i, j) + i
    end do
  end do
  print *, sum(a)
  !$omp target teams loop map(tofrom: a, b)
  !$omp fuse apply(reverse)
  do i = 1, 10
    a(i, 1) = a(i, 1) + i
  end do
  do j = 1, 100
    b(j) = b(j) - j
  end do
  !$omp end fuse
  print *, sum(a), sum(b)
  !$omp target map(tofrom: b)
  !$omp unroll partial(4)
  do i = 1, 99
    b(i + 1) = b(i + 1) + mod(b(i), 7)
  end do
  !$omp end target
  print *, sum(b)
contains
  subroutine shared_variable(b)
    integer, intent(inout) :: b(100)
    integer, save :: i
    !$omp do schedule(dynamic)
    !$omp tile sizes(4)
    do i = 1, 100
      b(i) = b(i) + i
    end do
  end subroutine
end program
!>            8         497
!>            9          -2         509
!>            1          77         509
!>            4           0         509
!>            6         515
!>            8          70        1202
!>            8        1209
!>         2006
!>         5050
!>         9146
!>         2556
!>         2611        4096
!>         4258
