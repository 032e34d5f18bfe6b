! offload: default
! type-bound procedures and pure procedures with class dummies called in regions; class is guards
module m
  implicit none
  type, abstract :: shape
    real :: scale = 1
  contains
    procedure(area_of), deferred :: area
  end type
  abstract interface
    pure real function area_of(this)
      import shape
      class(shape), intent(in) :: this
    end function
  end interface
  type, extends(shape) :: circle
    real :: r = 2
  contains
    procedure :: area => circle_area
  end type
  type, extends(shape) :: rect
    real :: a = 3, b = 4
  contains
    procedure :: area => rect_area
  end type
  type, extends(rect) :: box
    real :: h = 5
  contains
    procedure :: area => box_area
  end type
contains
  pure real function circle_area(this)
    class(circle), intent(in) :: this
    circle_area = this%scale * this%r
  end function
  pure real function rect_area(this)
    class(rect), intent(in) :: this
    rect_area = this%scale * this%a * this%b
  end function
  pure real function box_area(this)
    class(box), intent(in) :: this
    box_area = this%rect%area() * this%h
  end function
  subroutine use_it(s, t)
    class(shape), intent(inout) :: s
    real, intent(out) :: t
    t = 0
    !$omp target map(tofrom: s, t)
    t = s%area()
    s%scale = s%scale + 1
    select type (s)
    class is (rect)
      t = t + 1000
      s%b = 9
    type is (circle)
      t = t + 2000
      s%r = 8
    end select
    !$omp end target
  end subroutine
  pure subroutine grow(x)
    class(rect), intent(inout) :: x
    x%a = x%a + 1
    select type (x)
    type is (box)
      x%h = x%h + 1
    end select
  end subroutine
end module
program main
  use m
  implicit none
  type(circle) :: c
  type(rect) :: r
  type(box) :: b(3)
  class(rect), allocatable :: x
  real :: t
  integer :: i
  call use_it(c, t); print *, t, c
  call use_it(r, t); print *, t, r
  call use_it(b(2), t); print *, t, b
  !$omp target map(tofrom: b, r)
  call grow(r)
  do i = 1, 3
    call grow(b(i))
  end do
  !$omp end target
  print *, r, b
  allocate(x, source=b(2))
  !$omp target map(tofrom: x)
  call grow(x)
  !$omp end target
  print *, x%area()
  !$omp target teams distribute parallel do
  do i = 1, 3
    call grow(b(i))
  end do
  print *, b
end program
!>    2002.00000       2.00000000       8.00000000
!>    1012.00000       2.00000000       3.00000000       9.00000000
!>    1060.00000       1.00000000       3.00000000       4.00000000       5.00000000       2.00000000       3.00000000       9.00000000       5.00000000       1.00000000       3.00000000       4.00000000       5.00000000
!>    2.00000000       4.00000000       9.00000000       1.00000000       4.00000000       4.00000000       6.00000000       2.00000000       4.00000000       9.00000000       6.00000000       1.00000000       4.00000000       4.00000000       6.00000000
!>    630.000000
!>    1.00000000       5.00000000       4.00000000       7.00000000       2.00000000       5.00000000       9.00000000       7.00000000       1.00000000       5.00000000       4.00000000       7.00000000
