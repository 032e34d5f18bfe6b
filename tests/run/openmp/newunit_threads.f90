! Units of NEWUNIT= are each thread's own.
program newunit_threads
  implicit none
  integer :: k, faults
  faults = 0
  !$omp parallel do num_threads(8) schedule(dynamic) reduction(+: faults)
  do k = 1, 400
    call one(k, faults)
  end do
  if (faults /= 0) error stop 'units were shared'
  print *, 'ok'
contains
  subroutine one(k, faults)
    integer, intent(in) :: k
    integer, intent(inout) :: faults
    integer :: u, stat, i, x
    open (newunit=u, status='scratch', action='readwrite', iostat=stat)
    if (stat /= 0) faults = faults + 1
    do i = 1, 20
      write (u, *, iostat=stat) k * 100 + i
      if (stat /= 0) faults = faults + 1
    end do
    rewind (u, iostat=stat)
    do i = 1, 20
      read (u, *, iostat=stat) x
      if (stat /= 0 .or. x /= k * 100 + i) faults = faults + 1
    end do
    close (u, iostat=stat)
    if (stat /= 0) faults = faults + 1
  end subroutine
end program
!>  ok
