! status: 3
! stripped: no
! STOP in a kernel ends the program when the kernel has ended, after what its thread has written before.
program kernel_stop
  implicit none
  integer :: i, z(8)
  z = [(i, i = 1, 8)]
  !$omp target teams distribute parallel do map(tofrom: z)
  do i = 1, 8
    if (z(i) == 9) error stop 'never'
    z(i) = z(i) + 1
  end do
  print *, sum(z)
  !$omp target teams distribute parallel do map(tofrom: z)
  do i = 1, 8
    if (z(i) == 7) then
      print *, 'stops with', z(i)
      stop 3
    end if
    z(i) = 0
  end do
  print *, 'not here'
end program
!>           44
!>  stops with           7
