! Type-bound generics, operators and assignment; procedure pointer components; components with defined assignment.
module m
 implicit none
 type :: vec
  real :: x = 0, y = 0
 contains
  procedure, private :: add_v, add_r
  procedure, private, pass(b) :: r_add
  generic :: operator(+) => add_v, add_r, r_add
  procedure, private :: asg_i
  generic :: assignment(=) => asg_i
  procedure :: norm
  procedure, private :: set2, set1
  generic :: set => set2, set1
  procedure, private :: eq
  generic :: operator(==) => eq
  procedure, private :: neg
  generic :: operator(.neg.) => neg
 end type
 type, extends(vec) :: vec3
  real :: z = 0
 contains
  procedure :: norm => norm3
  procedure, private :: add_v => add3
 end type
 type :: counted
  integer :: n = 0
 contains
  procedure :: copy
  generic :: assignment(=) => copy
 end type
 type :: outer
  type(counted) :: c
  type(counted), allocatable :: list(:)
  integer :: k = 0
 end type
 type :: holder
  integer :: v = 0
  procedure(cb), pointer :: act => null()
  procedure(nop), pointer, nopass :: f => null()
 end type
 type, extends(holder) :: holder2
  integer :: w = 5
 end type
 abstract interface
  subroutine cb(self, n)
   import holder
   class(holder), intent(inout) :: self
   integer, intent(in) :: n
  end subroutine
  integer function nop(n)
   integer, intent(in) :: n
  end function
 end interface
contains
 function add_v(a, b) result(r)
  class(vec), intent(in) :: a
  class(vec), intent(in) :: b
  class(vec), allocatable :: r
  allocate(vec :: r)
  r%x = a%x + b%x; r%y = a%y + b%y
 end function
 function add3(a, b) result(r)
  class(vec3), intent(in) :: a
  class(vec), intent(in) :: b
  class(vec), allocatable :: r
  type(vec3) :: t
  t%x = a%x + b%x; t%y = a%y + b%y; t%z = a%z
  select type (b)
  type is (vec3)
   t%z = t%z + b%z
  end select
  allocate(r, source=t)
 end function
 type(vec) function add_r(a, b) result(r)
  class(vec), intent(in) :: a
  real, intent(in) :: b
  r%x = a%x + b; r%y = a%y + b
 end function
 type(vec) function r_add(a, b) result(r)
  real, intent(in) :: a
  class(vec), intent(in) :: b
  r%x = a + b%x; r%y = a + b%y
 end function
 subroutine asg_i(a, i)
  class(vec), intent(inout) :: a
  integer, intent(in) :: i
  a%x = i; a%y = -i
 end subroutine
 real function norm(self)
  class(vec), intent(in) :: self
  norm = sqrt(self%x**2 + self%y**2)
 end function
 real function norm3(self)
  class(vec3), intent(in) :: self
  norm3 = sqrt(self%x**2 + self%y**2 + self%z**2)
 end function
 subroutine set2(self, x, y)
  class(vec), intent(inout) :: self
  real, intent(in) :: x, y
  self%x = x; self%y = y
 end subroutine
 subroutine set1(self, x)
  class(vec), intent(inout) :: self
  real, intent(in) :: x
  self%x = x; self%y = x
 end subroutine
 logical function eq(a, b)
  class(vec), intent(in) :: a, b
  eq = a%x == b%x .and. a%y == b%y
 end function
 type(vec) function neg(a)
  class(vec), intent(in) :: a
  neg%x = -a%x; neg%y = -a%y
 end function
 subroutine copy(a, b)
  class(counted), intent(inout) :: a
  class(counted), intent(in) :: b
  a%n = b%n + 100
 end subroutine
 subroutine act1(self, n)
  class(holder), intent(inout) :: self
  integer, intent(in) :: n
  self%v = self%v + n
  select type (self)
  type is (holder2)
   self%w = self%w * n
  end select
 end subroutine
 integer function dbl(n)
  integer, intent(in) :: n
  dbl = 2*n
 end function
end module
program p
 use m
 implicit none
 type(vec) :: a, b
 type(vec3) :: c
 class(vec), allocatable :: q, r
 type(outer) :: o1, o2
 type(holder) :: h
 type(holder2) :: h2
 class(holder), allocatable :: ch
 type(counted) :: c1, c2
 a = 3
 print *, a%x, a%y, a%norm()
 call b%set(1.0, 2.0)
 print *, b%x, b%y
 call b%set(4.0)
 print *, b%x, b%y
 q = a + b
 print *, q%x, q%y, q%norm()
 c%x = 1; c%y = 2; c%z = 2
 r = c + a
 print *, r%norm(), same_type_as(r, c)
 q = c
 r = q + c
 select type (r)
 type is (vec3)
  print *, 'vec3', r%x, r%y, r%z
 class default
  print *, 'wrong'
 end select
 a = b + 1.0
 print *, a%x, a%y
 a = 2.0 + b
 print *, a%x, a%y, a == b, a == a
 a = .neg. a
 print *, a%x
 c1%n = 1
 c2 = c1
 print *, c2%n
 o1%c%n = 5; o1%k = 3
 allocate(o1%list(2)); o1%list%n = [1,2]
 o2 = o1
 print *, o2%c%n, o2%k, size(o2%list), o2%list%n
 h%act => act1
 call h%act(3); call h%act(4)
 print *, h%v
 h2%act => act1
 call h2%act(3)
 print *, h2%v, h2%w
 h%f => dbl
 print *, h%f(21)
 allocate(ch, source=h2)
 call ch%act(2)
 select type (ch)
 type is (holder2)
  print *, ch%v, ch%w
 end select
 print *, associated(ch%act), associated(ch%f)
end program
!>    3.00000000      -3.00000000       4.24264050    
!>    1.00000000       2.00000000    
!>    4.00000000       4.00000000    
!>    7.00000000       1.00000000       7.07106781    
!>    4.58257580     T
!>  vec3   2.00000000       4.00000000       4.00000000    
!>    5.00000000       5.00000000    
!>    6.00000000       6.00000000     F T
!>   -6.00000000    
!>          101
!>          105           3           2           1           2
!>            7
!>            3          15
!>           42
!>            5          30
!>  T F
