!=== submodule with non matching arg names
module m
interface
module subroutine s(a)
integer a
end subroutine
end interface
end
submodule (m) sm
contains
module subroutine s(b) !! the interface of `s` does not agree with its definition: argument `a` is named `b`
integer b
end subroutine
end
!=== submodule body twice
module m
interface
module subroutine s(a)
integer a
end subroutine
end interface
end
submodule (m) sm
contains
module subroutine s(a)
integer a
end subroutine
module procedure s !! module procedure `s` has a body already
end procedure
end
!=== interface body with dummy undefined: end interface name
interface foo
subroutine a
end
end interface bar !! END INTERFACE names `bar`, the interface is `foo`
end
!=== abstract interface name intrinsic type
abstract interface
subroutine integer() !! an abstract interface cannot have the name of the intrinsic type `integer`
end subroutine
end interface
end
!=== external with dup
external f
external f !! `f` is given the attribute EXTERNAL twice
end
!=== procedure decl with data attr
procedure(real), allocatable :: p !! PROCEDURE conflicts with ALLOCATABLE for `p`
end
!=== procedure decl intent
subroutine s(p)
procedure(real), intent(in) :: p !! PROCEDURE conflicts with INTENT for `p`
end
!=== procedure decl with elemental iface non intrinsic
procedure(f), pointer :: p !! procedure pointer `p` cannot be elemental
interface
elemental real function f(x)
real, intent(in) :: x
end
end interface
end
!=== class actual to alloc class of other
type t
end type
type, extends(t) :: u
end type
class(u), allocatable :: x
call s(x) !! argument `a` is allocatable or a pointer of type class(t), so this of type class(u) does not fit
contains
subroutine s(a)
class(t), allocatable :: a
end
end
!=== contiguous pointer dummy
integer, pointer :: x(:)
call s(x) !! argument `a` is a CONTIGUOUS pointer, this need not be contiguous
contains
subroutine s(a)
integer, pointer, contiguous :: a(:)
end
end
!=== deferred length mismatch
character(5), allocatable :: x
call s(x) !! the length of allocatable or pointer argument `a` is deferred, that of the actual argument is not
contains
subroutine s(a)
character(:), allocatable :: a
end
end
!=== pure with assignment to common
pure subroutine s
common /c/ x
x = 1 !! `x` cannot be assigned: it is not local to this pure procedure
end
!=== pure with pointer assignment to dummy in
pure subroutine s(a, b)
type t
real, pointer :: p
end type
real, intent(in), target :: a
type(t), intent(out) :: b
b%p => a !! `a` cannot be the target of a pointer in this pure procedure: it has INTENT(IN)
end
!=== pure with internal impure
pure subroutine s
contains
subroutine t !! an internal procedure of a pure procedure must be pure, too
end
end
!=== pure function with result impure final/poly alloc
pure subroutine s(x) !! INTENT(OUT) argument `x` of a pure procedure cannot be polymorphic
type t
end type
class(t), intent(out) :: x
end
!=== pure volatile
pure subroutine s()
integer, volatile :: x !! local variable `x` of a pure procedure cannot be VOLATILE
end
!=== statement function dup dummy
f(x, x) = x + 1 !! dummy argument `x` is named twice
print *, f(1.0,2.0)
end
!=== result same name as function
function f() result(f) !! RESULT cannot give the result the name of the function, `f`
f = 1
end
!=== dummy same as subroutine name
subroutine s(s) !! dummy argument `s` has the name of its procedure
end
!=== bind(c) optional value
subroutine s(c) bind(c) !! argument `c` of BIND(C) procedure `s` cannot be both OPTIONAL and VALUE
use iso_c_binding
integer(c_int), optional, value :: c
end
!=== bind(c) alternate return
subroutine s(*) bind(c) !! a BIND(C) procedure has no alternate returns
end
!=== bind(c) type with noninterop comp
use iso_c_binding
type, bind(c) :: t
character(5) c !! component `c` of a BIND(C) type must have length one
end type
end
!=== bind(c) type with contains
use iso_c_binding
type, bind(c) :: t
integer(c_int) :: c
contains
procedure :: s !! a BIND(C) type has no type-bound procedures
end type
contains
subroutine s(x)
type(t) x
end
end
!=== bind(c) type empty sequence
use iso_c_binding
type, bind(c) :: t
sequence !! a BIND(C) type cannot have the SEQUENCE attribute
integer(c_int) c
end type
end
!=== bind(c) name on dummy procedure
subroutine s(f)
interface
subroutine f() bind(c, name='x') !! `f` is a dummy procedure or pointer, so it has no binding label
end
end interface
end
!=== enum not bind
enum !! an enumeration needs BIND(C)
enumerator a
end enum
end
!=== overriding public with private
module m
type t
contains
procedure :: s
end type
type, extends(t) :: u
contains
procedure, private :: s => s2 !! `s` is PUBLIC in the parent type, so it cannot be PRIVATE here
end type
contains
subroutine s(x)
class(t) x
end
subroutine s2(x)
class(u) x
end
end
!=== missing :: with init
integer i = 3 !! expected `(`, `*`, `,`, `/`, `[` or the end of the statement, found `=`
end
