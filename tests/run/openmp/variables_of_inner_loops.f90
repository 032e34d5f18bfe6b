! Variables of loops of SIMD and of tasks are no variables of sequential loops of the parallel region around (OpenMP 6.0,
! 7.1.1): they are shared there, and have the last values behind them.
program variables_of_inner_loops
  implicit none
  integer :: i, j, k, s(4)

  s = 0
  i = -1
  !$omp parallel num_threads(1)
  !$omp simd lastprivate(i)
  do i = 1, 10
    s(1) = s(1) + i
  end do
  !$omp end parallel
  print *, s(1), i

  i = -1
  !$omp parallel num_threads(1)
  !$omp simd
  do i = 1, 10
    s(2) = s(2) + i
  end do
  !$omp end parallel
  print *, s(2), i

  j = -1
  !$omp parallel num_threads(3)
  !$omp single
  !$omp taskloop lastprivate(j) reduction(+: s)
  do i = 1, 10
    do j = 1, 3
      s(3) = s(3) + i
    end do
  end do
  !$omp end single
  !$omp end parallel
  print *, s(3), j

  ! The bounds of the inner loop have no slope, which keeps it in one piece.
  j = -1
  !$omp parallel num_threads(3)
  !$omp single
  !$omp taskloop collapse(2) lastprivate(j) reduction(+: s)
  do i = 1, 4
    do j = 1, i + 10 - i
      s(4) = s(4) + 1
    end do
  end do
  !$omp end single
  !$omp end parallel
  print *, s(4), j

  j = -1
  !$omp parallel num_threads(3)
  !$omp do collapse(2) lastprivate(j)
  do i = 1, 4
    do j = 1, i + 10 - i
      call nothing(i)
    end do
  end do
  !$omp end parallel
  print *, j

  ! A sequential loop is private, also around SIMD in it.
  k = -1
  !$omp parallel num_threads(3)
  do k = 1, 2
    !$omp simd
    do i = 1, 10
    end do
  end do
  !$omp end parallel
  print *, k
contains
  subroutine nothing(n)
    integer, intent(in) :: n
    if (n < 0) print *, n
  end subroutine
end program
!>           55          11
!>           55          11
!>          165           4
!>           40          11
!>           11
!>           -1
