! Abstract types, overriding, SELECT TYPE, sources, assignment of polymorphic objects and their holders.
module shapes
 implicit none
 type, abstract :: shape
  character(len=10) :: name = 'none'
 contains
  procedure(area_i), deferred :: area
  procedure :: show
  procedure, nopass :: hello
 end type
 abstract interface
  real function area_i(this)
   import shape
   class(shape), intent(in) :: this
  end function
 end interface
 type, extends(shape) :: circle
  real :: r = 1
 contains
  procedure :: area => circle_area
 end type
 type, extends(shape) :: rect
  real :: a = 1, b = 2
 contains
  procedure :: area => rect_area
  procedure :: show => rect_show
 end type
 type, extends(rect) :: square
  integer, allocatable :: list(:)
 end type
 type holder
  class(shape), allocatable :: s
 end type
contains
 real function circle_area(this)
  class(circle), intent(in) :: this
  circle_area = 3*this%r**2
 end function
 real function rect_area(this)
  class(rect), intent(in) :: this
  rect_area = this%a*this%b
 end function
 subroutine show(this)
  class(shape), intent(in) :: this
  print *, 'shape ', this%name, this%area()
 end subroutine
 subroutine rect_show(this)
  class(rect), intent(in) :: this
  print *, 'rect ', this%name, this%area(), this%a
 end subroutine
 subroutine hello()
  print *, 'hello'
 end subroutine
 subroutine what(x)
  class(shape), intent(in) :: x
  select type (x)
  type is (circle)
   print *, 'circle', x%r
  class is (rect)
   print *, 'rect or more', x%a, x%b
  class default
   print *, 'other'
  end select
 end subroutine
 subroutine any(x)
  class(*), intent(in) :: x
  select type (x)
  type is (integer)
   print *, 'int', x
  type is (real(8))
   print *, 'real8', x
  type is (character(*))
   print *, 'char', len(x), x
  type is (circle)
   print *, 'circle', x%r
  class default
   print *, '?'
  end select
 end subroutine
end module
program p
 use shapes
 implicit none
 type(circle), target :: c
 type(rect) :: r
 type(square) :: q, q2
 class(shape), allocatable :: s, t
 class(shape), pointer :: ps
 type(holder) :: h(3), h2(3)
 class(*), allocatable :: u
 integer :: i
 c%name='circ'; c%r=2; r%name='rec'
 call c%show(); call r%show()
 call what(c); call what(r); call what(q)
 allocate(circle :: s)
 call s%show(); call s%hello()
 call what(s)
 deallocate(s)
 allocate(s, source=r)
 call s%show()
 t = s
 call t%show()
 s = c
 call s%show(); call t%show()
 ps => c
 call ps%show()
 call any(3); call any(4d0); call any('abc'); call any(c); call any(q)
 q%list=[1,2,3]
 q2=q
 q%list(1)=7
 print *, q%list, q2%list
 h(1)%s=c; h(2)%s=r; h(3)%s=q
 h2=h
 do i=1,3
  call h2(i)%s%show()
  call what(h2(i)%s)
 end do
 allocate(u, source='hello')
 call any(u)
 u = 5
 call any(u)
 print *, same_type_as(s,c), extends_type_of(q, r), same_type_as(s,t)
 call move_alloc(t, s)
 call s%show()
 print *, allocated(t)
end program
!>  shape circ         12.0000000    
!>  rect rec          2.00000000       1.00000000    
!>  circle   2.00000000    
!>  rect or more   1.00000000       2.00000000    
!>  rect or more   1.00000000       2.00000000    
!>  shape none         3.00000000    
!>  hello
!>  circle   1.00000000    
!>  rect rec          2.00000000       1.00000000    
!>  rect rec          2.00000000       1.00000000    
!>  shape circ         12.0000000    
!>  rect rec          2.00000000       1.00000000    
!>  shape circ         12.0000000    
!>  int           3
!>  real8   4.0000000000000000     
!>  char           3 abc
!>  circle   2.00000000    
!>  ?
!>            7           2           3           1           2           3
!>  shape circ         12.0000000    
!>  circle   2.00000000    
!>  rect rec          2.00000000       1.00000000    
!>  rect or more   1.00000000       2.00000000    
!>  rect none         2.00000000       1.00000000    
!>  rect or more   1.00000000       2.00000000    
!>  char           5 hello
!>  int           5
!>  T T F
!>  rect rec          2.00000000       1.00000000    
!>  F
