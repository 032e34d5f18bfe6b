!=== type(*) allocatable
subroutine s(x) !! `x` of type(*) cannot have ALLOCATABLE
type(*), allocatable :: x
end
!=== type(*) intent out
subroutine s(x) !! `x` of type(*) cannot have INTENT(OUT)
type(*), intent(out) :: x
end
!=== duplicate type attributes abstract
type, abstract, abstract :: t !! an attribute of a derived type is given twice
end type
end
!=== public on type outside module
type, public :: t !! a derived type can be PUBLIC or PRIVATE only in the specification part of a module
end type
end
!=== abstract bind c
use iso_c_binding
type, abstract, bind(c) :: t !! a BIND(C) type cannot be ABSTRACT
integer(c_int) i
end type
end
!=== sequence component non sequence type
type a
integer i
end type
type b
sequence
type(a) x !! component `x` of a SEQUENCE type must be of an intrinsic type or of a sequence type
end type
end
!=== sequence twice
type b
sequence
sequence !! a second SEQUENCE statement
integer i
end type
end
!=== private in type in main program
type b
private !! a PRIVATE statement in a derived type is only allowed in the specification part of a module
integer i
end type
end
!=== component attr twice
type t
integer, pointer, pointer :: p !! this attribute is given twice
end type
end
!=== contiguous comp scalar
type t
integer, pointer, contiguous :: p !! CONTIGUOUS component `p` must be an array pointer
end type
end
!=== proc comp implicit iface without nopass
type t
procedure(), pointer :: p !! procedure pointer component `p` has no explicit interface, so it needs NOPASS
end type
end
!=== pass arg name not found
type t
procedure(s), pointer, pass(y) :: p !! the interface of `p` has no argument `y`
end type
contains
subroutine s(x)
class(t) x
end
end
!=== pass and nopass
type t
procedure(s), pointer, pass(x), nopass :: p !! PASS and NOPASS exclude each other
end type
contains
subroutine s(x)
class(t) x
end
end
!=== => for nonpointer component
type t
integer :: p => null() !! component `p` is initialized with `=>` but is no pointer
end type
end
!=== private and public on same binding
module m
type t
contains
procedure, private, public :: s !! PUBLIC and PRIVATE exclude each other
end type
contains
subroutine s(x)
class(t) x
end
end
!=== deferred with non_overridable
module m
type, abstract :: t
contains
procedure(f), deferred, non_overridable :: g !! DEFERRED and NON_OVERRIDABLE exclude each other
end type
abstract interface
subroutine f(x)
import t
class(t) x
end
end interface
end
!=== final listed twice
module m
type t
contains
final :: f
final :: f !! `f` is already a FINAL procedure of this type
end type
contains
subroutine f(x)
type(t) :: x
end
end
!=== two finals of same rank
module m
type t
contains
final :: f
final :: g !! `g` and `f` are both FINAL for the same rank
end type
contains
subroutine f(x)
type(t) :: x
end
subroutine g(x)
type(t) :: x
end
end
!=== pointer comp in constructor with non-target
type t
integer, pointer :: p
end type
integer :: i
type(t) :: x
x = t(i) !! the target of pointer component `p` must have the TARGET or POINTER attribute
end
!=== coarray not saved
subroutine s
integer :: x[*] !! coarray `x` must be a dummy argument, allocatable or saved
end
!=== assumed-rank expr
subroutine s(x)
integer :: x(..)
print *, x !! assumed-rank `x` may only be an actual argument or the selector of SELECT RANK
end
!=== assumed-rank assign
subroutine s(x)
integer :: x(..)
x = 1 !! assumed-rank `x` may only be an actual argument or the selector of SELECT RANK
end
!=== intent on dummy procedure
subroutine s(f)
external f
intent(in) f !! EXTERNAL conflicts with INTENT for `f`
end
!=== protected with external
module m
external f
protected f !! EXTERNAL conflicts with PROTECTED for `f`
end
!=== value assumed-size
subroutine s(x) !! assumed-size array `x` cannot have the attribute VALUE
integer, value :: x(*)
end
!=== implicit type of undefined derived
implicit type(t)(a-b) !! derived type `t` is not declared
end
!=== equivalence function result
function f()
integer f, j
equivalence (f, j) !! `f` cannot be in an EQUIVALENCE set: it is a function result
f=1
end
