! Values that must be copies, arguments evaluated once, strings of different lengths, empty pointer targets.
module values_m
  implicit none
  type base
    integer :: i = 0
  contains
    procedure :: place
    procedure :: show
  end type
  type, extends(base) :: more
    integer :: j = 0
  end type
  integer, target :: cell = 0
  integer :: calls = 0
contains
  function place(this) result(p)
    class(base), intent(in) :: this
    integer, pointer :: p
    p => cell
  end function
  subroutine show(this)
    class(base), intent(in) :: this
    select type (this)
    type is (base)
      print '(a,i0)', 'base ', this%i
    type is (more)
      print '(a,i0,1x,i0)', 'more ', this%i, this%j
    end select
  end subroutine
  logical function once(x)
    logical, intent(in) :: x
    calls = calls + 1
    once = x
  end function
  subroutine longest(a, b, c)
    character(*), intent(in) :: a, b
    character(*), intent(in), optional :: c
    print '(3a,i0)', '[', max(a, b, c), ']', len(min(a, b, c))
  end subroutine
  subroutine contiguous_or_not(x, y)
    class(*), intent(in) :: x(:)
    class(base), intent(in) :: y(:)
    print '(2l2)', is_contiguous(x), is_contiguous(y)
  end subroutine
  real function generic_data(x)
    real :: x
    generic_data = x
  end function
  real function generic_proc(f)
    procedure(real) :: f
    generic_proc = f(0.)
  end function
end module
program values
  use values_m
  implicit none
  interface either
    procedure generic_data, generic_proc
  end interface
  intrinsic :: cos
  class(base), allocatable :: c(:), d(:)
  class(*), allocatable :: star, stars(:)
  integer, allocatable :: list(:)
  character(:), allocatable :: text
  character(:), pointer :: empty, other
  character(8), target :: str
  character(2) :: pair(2) = ['az', 'zz']
  integer :: a(3,4), perm(3)
  real :: m
  integer :: k
  str = '12345678'
  call change(trim(str)); print '(a)', str
  str = '12345678'
  call change((str)); print '(a)', str
  allocate(more :: c(3))
  select type (c)
  type is (more)
    c%i = [1, 2, 3]; c%j = [4, 5, 6]
  end select
  perm = [3, 1, 2]
  d = c(perm)
  do k = 1, 3
    call d(k)%show
  end do
  allocate(list(2), source=[7, 8])
  call move_alloc(list, stars)
  select type (stars)
  type is (integer)
    print '(*(i0,1x))', stars
  end select
  text = 'moved'
  call move_alloc(text, star)
  select type (star)
  type is (character(*))
    print '(a,1x,i0)', star, len(star)
  end select
  a = reshape([3, 1, 3, 2, 2, 1, 5, 5, 0, 9, 8, 9], [3, 4])
  print '(*(i0,1x))', maxloc(a, dim=1, back=once(.true.)), minloc(a, dim=2, back=once(.false.)), calls
  call longest('ab', 'b')
  call longest('ab', 'b', 'bcd')
  print '(*(3a))', '[', max(pair, 'bcd'), ']'
  k = 2
  call contiguous_or_not(a(:,1), c)
  call contiguous_or_not(a(1,:), c(::k))
  print '(2f5.1)', either(2.0), either(cos)
  c(1)%place() = 5
  print '(i0)', cell
  empty => str(1:0); other => empty
  print '(2l2)', associated(other), associated(other, empty)
  m = -4.
  print '(*(f4.1))', sign(1., modulo(m, 2.)), sign(1., modulo(-m, -2.)), sign(1., mod(m, 2.)), sign(1., modulo(-4., 2.))
contains
  subroutine change(s)
    character(*), intent(in) :: s
    str = ''
    str(1:3) = s(1:3)
  end subroutine
end program
!> 123
!> 123
!> more 3 6
!> more 1 4
!> more 2 5
!> 7 8
!> moved 5
!> 3 2 2 3 2 1 3 2
!> [b ]2
!> [bcd]3
!> [bcdzz ]
!>  T T
!>  F F
!>   2.0  1.0
!> 5
!>  T F
!>  1.0-1.0-1.0 1.0
