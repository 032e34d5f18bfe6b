module entities
use iso_c_binding
implicit none
private :: hid
integer, parameter :: n = 3, tab(2,2) = reshape([1,2,3,4],[2,2])
real(8), parameter :: pi = 3.141592653589793d0
complex, parameter :: zc=(1.0,-2.5)
character(5), parameter :: s = 'ab''c'
logical(1), parameter :: yes=.true.
type, bind(c) :: pt
 integer(c_int) :: a = 4
 real(c_double) :: b(3)
end type
type base
 integer :: k = 1
 type(pt) :: p
contains
 procedure :: show
 procedure, private :: add2
 generic :: operator(+) => add2
 generic :: gg => show
 final :: fin
end type
type, extends(base) :: ext
 real, allocatable :: v(:)
 procedure(show2), pointer, nopass :: pp => null()
 character(:), allocatable :: str
end type
type(pt), parameter :: ppt = pt(1,[1d0,2d0,3d0])
integer, allocatable :: av(:)
real, target :: fixed(2:n)
integer :: hid
common /blk/ cx, cy
real :: cx, cy(2)
interface
 subroutine show2(x, y) bind(c, name='Show_2')
 import
 real, intent(in) :: x(*)
 type(c_ptr), value :: y
 end subroutine
 function extf(x) result(r)
 real :: x, r(3)
 end function
end interface
interface gen
 module procedure g1, g2
end interface
interface operator(.dot.)
 module procedure dd
end interface
interface assignment(=)
 module procedure asg
end interface
interface operator(+)
 module procedure addpt
end interface
abstract interface
 subroutine cb(a) 
 integer :: a
 end subroutine
end interface
procedure(cb), pointer :: mycb => null()
enum, bind(c)
 enumerator :: e1=1, e2
end enum
contains
subroutine show(self)
class(base), intent(in) :: self
end subroutine
function add2(a, b)
class(base), intent(in) :: a
integer, intent(in) :: b
integer :: add2
add2=b
end function
subroutine fin(a)
type(base), intent(inout) :: a
end subroutine
subroutine g1(i)
integer, intent(in) :: i
end subroutine
subroutine g2(x, m, f, o)
integer, intent(in) :: m
real, intent(inout) :: x(m, 0:*)
procedure(cb) :: f
integer, optional, value :: o
end subroutine
real function dd(a,b)
real, intent(in) :: a(:), b(size(a))
dd=0
end function
subroutine asg(a,b)
type(pt), intent(out) :: a
integer, intent(in) :: b
a%a=b
end subroutine
function addpt(a,b) result(r)
type(pt), intent(in) :: a
type(pt), intent(in) :: b
type(pt) :: r
r%a=a%a+b%a
end function
function cf(c, n) result(r)
character(*), intent(in) :: c
integer, intent(in) :: n
character(n) :: r
r=c
end function
function af(x) result(r)
real, intent(in) :: x(:)
real :: r(size(x)+1)
r=0
end function
end module
