! A region maps the whole object of which a dummy argument of the parent type stands for a part.
module kernel_parent_types
 implicit none
 type :: shape
  integer :: id = 0
 contains
  procedure :: area => s_area
  procedure :: combo
 end type
 type, extends(shape) :: rect
  integer :: b = 2
 contains
  procedure :: area => rect_area
 end type
contains
 integer function s_area(this)
  class(shape), intent(in) :: this
  s_area = this%id
 end function
 integer function rect_area(this)
  class(rect), intent(in) :: this
  rect_area = this%b*100
 end function
 integer function combo(this)
  class(shape), intent(in) :: this
  combo = this%area() + 5
 end function
end module
program kernel_parent_arguments
 use kernel_parent_types
 implicit none
 type(shape) :: q; type(rect) :: r
 integer :: k(2)
 k=0; q%id=3; r%b=4
 !$omp target map(tofrom:k)
 k(1)=q%combo()
 k(2)=r%combo()
 !$omp end target
 print *,k
end program
!>            8         405
