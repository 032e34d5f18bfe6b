!=== f95: type extension
type a
  integer i
end type
type, extends(a) :: b !! type extension: a feature of fortran 2003
end type
end
!=== f95: associate
associate (x => 1) !! associate: a feature of fortran 2003, not of fortran 95
  print *, x
end associate
end
!=== f2003: block
block !! block: a feature of fortran 2008
  integer i
  i = 1
  print *, i
end block
end
!=== f2003: do concurrent
integer i, a(3)
do concurrent (i = 1:3) !! do concurrent: a feature of fortran 2008
  a(i) = i
end do
print *, a
end
!=== f2008: assumed rank
subroutine s(x)
  integer :: x(..) !! assumed rank: a feature of fortran 2018
end
!=== f2003: an intrinsic function of a later standard
implicit none
print *, gamma(1.0) !! `gamma` is not declared
end
!=== f2018: an intrinsic subroutine of no standard
intrinsic abort !! intrinsic procedure `abort`: an extension
call abort
end
!=== f2018: star and bytes
integer*8 i !! an extension
i = 1
print *, i
end
!=== f2008: error stop is there, quiet is not
error stop 1, quiet=.true. !! quiet in stop: a feature of fortran 2018
end
!=== f2018: reduce
integer i, s
s = 0
do concurrent (i = 1:3) reduce(+: s) !! a feature of fortran 2023
  s = s + i
end do
print *, s
end
!=== f95: brackets around an array constructor
program p
  integer :: a(2)
  a = [1, 2] !! [ ] around an array constructor
end program
!=== f2018: a real loop variable
program p
  real :: x
  do x = 1.0, 2.0 !! a real loop variable
  end do
end program
!=== f2018: integer from logical
program p
  integer :: i
  i = .true. !! the conversion of
end program
!=== f2003: an internal procedure as an argument
program p
  call s(t) !! an internal procedure as an actual argument
contains
  subroutine s(f)
    external :: f
    call f
  end subroutine
  subroutine t
  end subroutine
end program
!=== f2008: a stop code that is not constant
subroutine s(i)
  integer :: i
  stop i !! a stop code that is not constant
end subroutine
!=== f2003: parts of a complex number
program p
  complex :: z
  z = (1.0, 2.0)
  print *, z%re !! %RE and %IM
end program
!=== f95: a pointer in a namelist group
program p
  integer, pointer :: i
  namelist /n/ i !! a pointer in a namelist group
end program
!=== f2003: functions of complex arguments
program p
  complex :: z
  z = (1.0, 2.0)
  print *, tan(z) !! of a complex argument
end program
!=== f95: an operator renamed by USE
module m
  interface operator(.a.)
    module procedure f
  end interface
contains
  integer function f(x)
    integer, intent(in) :: x
    f = x
  end function
end module
module n
  use m, only: operator(.b.) => operator(.a.) !! another name for an operator
end module
!=== f95: EQUIVALENCE of numbers and characters
program p
  character(len=4) :: a
  integer :: i, j
  real :: x
  equivalence (j, x)
  equivalence (a, i) !! EQUIVALENCE of objects of such types
end program
!=== f95: private types of public entities
module m
  implicit none
  private
  public :: s, v, u
  type t
    integer :: n
  end type
  type u !! a component of a private type
    type(t) :: c
  end type
  type(t) :: v !! a public entity of a private type
contains
  subroutine s(x) !! a dummy argument or result of a private type
    type(t) :: x
  end subroutine
end module
!=== f95: initialization in COMMON outside of BLOCK DATA
program p
  integer :: k(2) = [1, 2] !! [ ] around
  common /c/ k !! the initialization of a COMMON variable
end program
!=== f95: a second initial value
program p
  integer :: d
  data d /3/
  data d /4/ !! a second initial value
end program
!=== f95: procedure pointers
program p
  external :: g
  pointer :: g !! a procedure pointer
end program
!=== f95: SAVE twice
subroutine s
  integer :: j
  save
  save j !! SAVE given twice
end subroutine
!=== f95: keywords of constructors
program p
  type t
    integer :: i
  end type
  type(t) :: x
  x = t(i=1) !! a keyword in a structure constructor
end program
!=== f95: arguments of SYSTEM_CLOCK
program p
  integer(8) :: k
  real :: r
  integer :: i
  call system_clock(i, i, k) !! of another kind than default integer
  call system_clock(i, r, i) !! a real COUNT_RATE
end program
!=== f95: PARAMETER without parentheses
program p
  parameter a = 3 !! PARAMETER without parentheses
end program
!=== f2023: kinds of SYSTEM_CLOCK
program p
  integer(2) :: s
  integer :: i
  integer(8) :: k
  call system_clock(s) !! have the range of default integers at least
  call system_clock(i, k) !! must have one kind
end program
!=== f2003: default values in a module
module m
  type t
    integer :: x = 42
  end type
  type(t) :: v !! a module variable with default values but without SAVE
end module
!=== f2003: CONTAINS with nothing behind it
module m
contains !! CONTAINS with nothing behind it
end module
!=== f2003: intrinsic types in TYPE
program p
  type(integer) :: a !! an intrinsic type in TYPE
end program
!=== f2003: list of bindings
module m
  type t
  contains
    procedure :: a, b !! a list of bindings
  end type
contains
  subroutine a(x)
    class(t) :: x
  end subroutine
  subroutine b(x)
    class(t) :: x
  end subroutine
end module
!=== f2003: pointer functions as variables
program p
  integer, target :: n
  call s(f()) !! a reference to a pointer function as a variable
contains
  subroutine s(x)
    integer, intent(inout) :: x
    x = 1
  end subroutine
  function f()
    integer, pointer :: f
    f => n
  end function
end program
!=== f2003: target of rank two
program p
  integer, target :: m(3, 4)
  integer, pointer :: v(:)
  v(1:12) => m !! a target of rank two or more
end program
!=== f2003: names of ISO_FORTRAN_ENV
program p
  use iso_fortran_env, only: int32 !! `int32` of module `iso_fortran_env`
end program
!=== f2003: VALUE in pure procedures
pure subroutine s(x) !! with VALUE but without INTENT
  real, value :: x
end subroutine
!=== f2008: addresses of procedures without BIND(C)
module m
  use iso_c_binding
contains
  subroutine a
    type(c_funptr) :: f
    f = c_funloc(b) !! `c_funloc` of a procedure without BIND(C)
  end subroutine
  subroutine b
  end subroutine
end module
!=== f2003: addresses of assumed-shape arrays
subroutine s(a)
  use iso_c_binding
  real, target :: a(:)
  type(c_ptr) :: p
  p = c_loc(a) !! `c_loc` of an array pointer or an assumed-shape array
end subroutine
!=== f2018: deallocation of a polymorphic object in a pure procedure
pure subroutine s(x)
type t
end type
class(t), allocatable, intent(inout) :: x
deallocate(x) !! a polymorphic object cannot be deallocated in this pure procedure
end
!=== f2018: addresses as items
use iso_c_binding
type(c_ptr) :: p = c_null_ptr
print *, p !! an item of type c_ptr or c_funptr: an extension
end
