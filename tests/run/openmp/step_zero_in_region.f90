! status: 2
! offload: default
! A step of zero in a loop of a kernel is reported as that of a loop of the host.
program step_zero_in_region
  implicit none
  integer :: i, s, a(10), m
  s = command_argument_count()
  a = 1
  print *, 'before'
  !$omp target teams distribute parallel do map(tofrom: a) private(m)
  do i = 1, 10
    do m = 1, 5, s
      a(i) = a(i) + m
    end do
  end do
  print *, 'not here', a
end program step_zero_in_region
!>  before
