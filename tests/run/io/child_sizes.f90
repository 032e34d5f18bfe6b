! Child statements of list-directed input: blanks before the item are skipped, each statement has its own SIZE.
module lines
  implicit none
  type line
    character(len=:), allocatable :: text
    integer :: parts(4) = 0
  contains
    procedure :: get
    generic :: read(formatted) => get
  end type
contains
  subroutine get(dtv, unit, iotype, v_list, iostat, iomsg)
    class(line), intent(inout) :: dtv
    integer, intent(in) :: unit, v_list(:)
    character(len=*), intent(in) :: iotype
    integer, intent(out) :: iostat
    character(len=*), intent(inout) :: iomsg
    character(len=8) :: part
    integer :: n, k
    if (iotype /= 'LISTDIRECTED' .or. size(v_list) /= 0) error stop 'iotype'
    dtv%text = ''
    do k = 1, 4
      read (unit, '(a)', advance='no', size=n, iostat=iostat, iomsg=iomsg) part
      if (iostat > 0) return
      dtv%parts(k) = n
      dtv%text = dtv%text // part(:n)
      if (is_iostat_eor(iostat)) exit
    end do
    if (is_iostat_eor(iostat)) iostat = 0
  end subroutine
end module
program child_sizes
  use lines
  implicit none
  type(line) :: x
  integer :: u, n
  open (newunit=u, status='scratch', form='formatted')
  write (u, '(a)') '   a saved value of mine'
  write (u, '(a)') 'short'
  write (u, '(a)') '7  eight and more'
  rewind (u)
  read (u, *) x
  if (x%text /= 'a saved value of mine' .or. any(x%parts /= [8, 8, 5, 0])) error stop 'first'
  x%parts = 0
  read (u, *) x
  if (x%text /= 'short' .or. any(x%parts /= [5, 0, 0, 0])) error stop 'second'
  read (u, *) n, x
  if (n /= 7 .or. x%text /= 'eight and more') error stop 'after another item'
  print *, 'ok'
end program
!>  ok
