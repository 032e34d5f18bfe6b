! stripped: no
! regions: on the device
! environment: OMP_CANCELLATION=true
! A loop that teams share is cancelled where the program does not say how many teams there are.
program cancelled_distributed_loops
  implicit none
  integer :: i, j, n, a(100), s
  a = 0
  n = 50
  !$omp target teams distribute parallel do map(tofrom: a)
  do i = 1, 100
    a(i) = i
    if (i == n) then
      !$omp cancel do
      a(i) = -1
    end if
    !$omp cancellation point do
  end do
  print *, a(50), all(a == 0 .or. a == [(i, i = 1, 100)])
  a = 0
  s = 0
  !$omp target teams distribute parallel do map(tofrom: a, s) private(j) num_teams(1)
  do i = 1, 100
    !$omp cancellation point do
    do j = 1, 3
      if (i + j == 1000) then
        !$omp cancel do
      end if
    end do
    a(i) = i
    !$omp atomic
    s = s + 1
  end do
  print *, s, sum(a)
  a = 0
  s = 0
  !$omp target teams distribute parallel do map(tofrom: a) reduction(+: s)
  do i = 1, 100
    if (n > 0) then
      !$omp cancel do if (i <= 0)
    end if
    a(i) = 2
    s = s + i
  end do
  print *, s, sum(a)
end program
!>           50 T
!>          100        5050
!>         5050         200
