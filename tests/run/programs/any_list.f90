! A list of anything with a finalizer.
module m
  implicit none
  type node
    class(*), allocatable :: v
    type(node), pointer :: next => null()
  end type
  type list
    type(node), pointer :: head => null()
    integer :: n = 0
  contains
    procedure :: add
    procedure :: show
    final :: destroy
  end type
contains
  subroutine add(this, v)
    class(list), intent(inout) :: this
    class(*), intent(in) :: v
    type(node), pointer :: p
    allocate (p)
    allocate (p%v, source=v)
    p%next => this%head
    this%head => p
    this%n = this%n + 1
  end subroutine
  subroutine show(this)
    class(list), intent(in) :: this
    type(node), pointer :: p
    p => this%head
    do while (associated(p))
      call pr(p%v)
      p => p%next
    end do
  end subroutine
  subroutine pr(x)
    class(*), intent(in) :: x
    select type (x)
    type is (integer)
      print *, 'int', x
    type is (real)
      print *, 'real', x
    type is (character(*))
      print *, 'char ', x, len(x)
    type is (logical)
      print *, 'log', x
    type is (complex)
      print *, 'cmplx', x
    class default
      print *, 'other'
    end select
  end subroutine
  subroutine destroy(this)
    type(list), intent(inout) :: this
    type(node), pointer :: p
    print *, 'destroying', this%n
    do while (associated(this%head))
      p => this%head
      this%head => p%next
      deallocate (p)
    end do
  end subroutine
end module
program p
  use m
  call work
contains
  subroutine work
    type(list) :: l
    call l%add(1)
    call l%add(2.5)
    call l%add('hello')
    call l%add(.true.)
    call l%add((1.,2.))
    call l%add(1d0)
    call l%show
  end subroutine
end
!>  other
!>  cmplx             (1.00000000,2.00000000)
!>  log T
!>  char hello           5
!>  real   2.50000000
!>  int           1
!>  destroying           6
