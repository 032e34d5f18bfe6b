! Observers by polymorphic pointers.
module m
  implicit none
  type, abstract :: observer
  contains
    procedure(upd), deferred :: update
  end type
  abstract interface
    subroutine upd(this, ev)
      import observer
      class(observer), intent(inout) :: this
      integer, intent(in) :: ev
    end subroutine
  end interface
  type obs_ptr
    class(observer), pointer :: o => null()
  end type
  type subject
    type(obs_ptr), allocatable :: list(:)
  contains
    procedure :: attach, notify
  end type
  type, extends(observer) :: logger
    integer :: n = 0
  contains
    procedure :: update => log_update
  end type
  type, extends(observer) :: summer
    integer :: s = 0
  contains
    procedure :: update => sum_update
  end type
contains
  subroutine attach(this, o)
    class(subject), intent(inout) :: this
    class(observer), target, intent(in) :: o
    if (.not. allocated(this%list)) allocate (this%list(0))
    this%list = [this%list, obs_ptr(o)]
  end subroutine
  subroutine notify(this, ev)
    class(subject), intent(inout) :: this
    integer, intent(in) :: ev
    integer :: i
    do i = 1, size(this%list)
      call this%list(i)%o%update(ev)
    end do
  end subroutine
  subroutine log_update(this, ev); class(logger), intent(inout) :: this; integer, intent(in) :: ev
    this%n = this%n + 1; print *, 'log', ev; end subroutine
  subroutine sum_update(this, ev); class(summer), intent(inout) :: this; integer, intent(in) :: ev
    this%s = this%s + ev; end subroutine
end module
program p
  use m
  type(subject) :: s
  type(logger), target :: l
  type(summer), target :: t
  call s%attach(l); call s%attach(t); call s%attach(t)
  call s%notify(5); call s%notify(7)
  print *, l%n, t%s
end
!>  log           5
!>  log           7
!>            2          24
