! Locks and events have their default values wherever they come from.
program locks
  use iso_fortran_env
  implicit none
  type(lock_type), allocatable :: l(:)[:]
  type(event_type), allocatable :: e[:]
  integer, allocatable :: used(:)
  integer :: k, n, stat
  logical :: got
  do k = 1, 50
    allocate (used(8), source=-1)
    deallocate (used)
    allocate (l(4)[*], e[*])
    lock (l(2), acquired_lock=got, stat=stat)
    if (.not. got .or. stat /= 0) error stop 'locked already'
    unlock (l(2))
    call event_query(e, n)
    if (n /= 0) error stop 'posted already'
    event post (e)
    call event_query(e, n)
    if (n /= 1) error stop 'not posted'
    deallocate (l, e)
  end do
  print *, 'ok'
end program
!>  ok
