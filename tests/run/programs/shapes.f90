! Shapes: abstract types, dispatch, SELECT TYPE, polymorphic components.
module shapes
  implicit none
  type, abstract :: shape
    character(:), allocatable :: name
  contains
    procedure(area_i), deferred :: area
    procedure :: describe
    procedure, non_overridable :: get_name
    generic :: operator(<) => less
    procedure :: less
  end type
  abstract interface
    function area_i(this) result(a)
      import shape
      class(shape), intent(in) :: this
      real :: a
    end function
  end interface
  type, extends(shape) :: circle
    real :: r
  contains
    procedure :: area => circle_area
  end type
  type, extends(shape) :: rect
    real :: w, h
  contains
    procedure :: area => rect_area
    procedure :: describe => rect_describe
  end type
  type, extends(rect) :: square
  end type
  interface circle
    procedure new_circle
  end interface
  interface square
    procedure new_square
  end interface
  type holder
    class(shape), allocatable :: s
  end type
contains
  function new_circle(r) result(c)
    real, intent(in) :: r
    type(circle) :: c
    c%r = r; c%name = 'circle'
  end function
  function new_square(s) result(c)
    real, intent(in) :: s
    type(square) :: c
    c%w = s; c%h = s; c%name = 'square'
  end function
  function circle_area(this) result(a)
    class(circle), intent(in) :: this
    real :: a
    a = 3.0*this%r**2
  end function
  function rect_area(this) result(a)
    class(rect), intent(in) :: this
    real :: a
    a = this%w*this%h
  end function
  subroutine describe(this)
    class(shape), intent(in) :: this
    print '(a,a,f8.3)', this%name, ' area', this%area()
  end subroutine
  subroutine rect_describe(this)
    class(rect), intent(in) :: this
    call base_describe(this)
    print *, '  w,h', this%w, this%h
  end subroutine
  subroutine base_describe(s)
    class(shape), intent(in) :: s
    print '(a,a,f8.3)', s%name, ' area', s%area()
  end subroutine
  function get_name(this) result(n)
    class(shape), intent(in) :: this
    character(:), allocatable :: n
    n = this%name
  end function
  logical function less(a, b)
    class(shape), intent(in) :: a, b
    less = a%area() < b%area()
  end function
end module
program p
  use shapes
  implicit none
  type(holder) :: hs(3)
  class(shape), allocatable :: s, t
  class(shape), pointer :: q
  type(rect), target :: rr
  integer :: i
  hs(1)%s = circle(2.0)
  hs(2)%s = square(3.0)
  allocate (hs(3)%s, source=rect(name='rect', w=1., h=2.))
  do i = 1, 3
    call hs(i)%s%describe()
    select type (x => hs(i)%s)
    type is (circle)
      print *, 'circle r', x%r
    type is (square)
      print *, 'square', x%w
    class is (rect)
      print *, 'rect', x%w, x%h
      x%w = 10
    class default
      print *, '?'
    end select
  end do
  print *, hs(3)%s%area(), hs(1)%s < hs(2)%s, hs(2)%s%get_name()
  s = hs(1)%s
  allocate (t, mold=s)
  print *, same_type_as(s, t), extends_type_of(hs(2)%s, hs(3)%s), same_type_as(hs(2)%s, hs(3)%s)
  call move_alloc(s, t)
  print *, allocated(s), t%get_name()
  rr = rect('tgt', 2., 5.)
  q => rr
  print *, q%area()
  print *, total(hs)
contains
  real function total(h)
    type(holder), intent(in) :: h(:)
    integer :: i
    total = 0
    do i = 1, size(h)
      total = total + h(i)%s%area()
    end do
  end function
end
!> circle area  12.000
!>  circle r   2.00000000
!> square area   9.000
!>    w,h   3.00000000       3.00000000
!>  square   3.00000000
!> rect area   2.000
!>    w,h   1.00000000       2.00000000
!>  rect   1.00000000       2.00000000
!>    20.0000000     F square
!>  T T F
!>  F circle
!>    10.0000000
!>    41.0000000
