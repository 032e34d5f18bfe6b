! stripped: no
! environment: OMP_CANCELLATION=true
! Constructs that are cancelled in target regions stay on the device.
program cancellation_in_kernels
  implicit none
  integer :: i, j, n, s, k(100), done(3)
  n = 50
  k = 0
  !$omp target map(tofrom: k)
  !$omp parallel
  k(1) = 1
  !$omp cancel parallel if (n > 10)
  k(2) = 2
  !$omp barrier
  k(3) = 3
  !$omp end parallel
  k(4) = 4
  !$omp end target
  print *, k(1:4)

  ! A loop in a parallel construct with something before and behind it.
  s = 0
  k = 0
  !$omp target map(tofrom: s, k)
  !$omp parallel num_threads(1)
  do j = 1, 2
    !$omp do
    do i = 1, 100
      if (i == 10 * j) then
        !$omp cancel do
      end if
      !$omp atomic
      s = s + 1
      k(i) = j
    end do
  end do
  !$omp end parallel
  !$omp end target
  print *, s, k(9:10), k(19:20)

  done = 0
  !$omp target map(tofrom: done)
  !$omp parallel num_threads(1)
  !$omp sections
  !$omp section
  done(1) = 1
  !$omp section
  !$omp cancel sections if (n > 1)
  done(2) = 2
  !$omp section
  done(3) = 3
  !$omp end sections
  !$omp end parallel
  !$omp end target
  print *, done(1:2)

  k = 0
  !$omp target map(tofrom: k)
  !$omp parallel num_threads(1)
  !$omp single
  !$omp taskgroup
  do i = 1, 10
    !$omp task firstprivate(i)
    !$omp cancellation point taskgroup
    if (i == 4) then
      !$omp cancel taskgroup
    end if
    k(i) = i
    !$omp end task
  end do
  !$omp end taskgroup
  k(11) = 11
  !$omp end single
  !$omp end parallel
  !$omp end target
  print *, k(4), k(11)

  ! Not cancelled.
  s = 0
  !$omp target map(tofrom: s)
  !$omp parallel
  !$omp sections reduction(+: s)
  !$omp section
  s = s + 1
  !$omp cancel sections if (n > 1000)
  !$omp section
  s = s + 2
  !$omp end sections
  !$omp cancellation point parallel
  !$omp end parallel
  !$omp end target
  print *, s
end program
!>            1           0           0           4
!>           28           2           2           2           0
!>            1           0
!>            0          11
!>            3
