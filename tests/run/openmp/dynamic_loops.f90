! Dynamic schedules: every iteration once, with and without MONOTONIC, in chunks, without waiting, and where a thread comes
! late.
program dynamic_loops
  use omp_lib
  implicit none
  integer, parameter :: n = 10007
  integer :: hits(n), i, r, last, bad, early, sum_of_sections

  bad = 0
  do r = 1, 20
    hits = 0
    !$omp parallel num_threads(4) private(i)
    !$omp do schedule(dynamic)
    do i = 1, n
      !$omp atomic
      hits(i) = hits(i) + 1
    end do
    !$omp end do nowait
    ! The part of the thread that is still in the first loop is there for the others.
    !$omp do schedule(dynamic, 7)
    do i = n, 1, -1
      !$omp atomic
      hits(i) = hits(i) + 1
    end do
    !$omp end do nowait
    !$omp do schedule(nonmonotonic: dynamic, 3)
    do i = 1, n, 2
      !$omp atomic
      hits(i) = hits(i) + 1
    end do
    !$omp end parallel
    bad = bad + count(hits(1::2) /= 3) + count(hits(2::2) /= 2)
  end do
  print *, 'not once:', bad

  ! A thread gets its chunks in order.
  bad = 0
  do r = 1, 20
    !$omp parallel num_threads(3) private(last) reduction(+: bad)
    last = 0
    !$omp do schedule(monotonic: dynamic, 2)
    do i = 1, 3000
      if (i < last) bad = bad + 1
      last = i
    end do
    !$omp end parallel
  end do
  print *, 'out of order:', bad

  ! The other thread does all that the late one has not begun.
  early = 0
  !$omp parallel num_threads(2)
  if (omp_get_thread_num() == 0) then
    do
      !$omp atomic read
      i = early
      if (i == 100 .or. omp_get_num_threads() == 1) exit
    end do
  end if
  !$omp do schedule(dynamic)
  do r = 1, 100
    !$omp atomic
    early = early + 1
  end do
  !$omp end parallel
  print *, 'all by one:', early

  ! Sections come in any order.
  sum_of_sections = 0
  !$omp parallel sections num_threads(3) reduction(+: sum_of_sections)
  !$omp section
  sum_of_sections = sum_of_sections + 1
  !$omp section
  sum_of_sections = sum_of_sections + 10
  !$omp section
  sum_of_sections = sum_of_sections + 100
  !$omp section
  sum_of_sections = sum_of_sections + 1000
  !$omp end parallel sections
  print *, 'sections:', sum_of_sections
end program
!>  not once:           0
!>  out of order:           0
!>  all by one:         100
!>  sections:        1111
