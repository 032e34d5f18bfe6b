!=== name not declared under implicit none
program p
  implicit none
  integer :: i
  i = j + 1 !! not declared
end program
!=== variable declared twice with different types
program p
  integer :: a
  real :: a !! already has a type
end program
!=== variable declared twice with one type
subroutine s(n)
  integer, intent(in) :: n
  real :: work(10)
  real :: work(10) !! already has
end subroutine
!=== parameter without value
program p
  integer, parameter :: n !! no value
  print *, n
end program
!=== parameter assigned
program p
  integer, parameter :: n = 3
  n = 4 !! constant
end program
!=== parameter read into
program p
  integer, parameter :: n = 3
  read *, n !! constant
end program
!=== allocatable and pointer
program p
  real, allocatable, pointer :: x(:) !! conflicts
end program
!=== pointer and target
program p
  real, pointer, target :: x !! conflicts
end program
!=== parameter and allocatable
program p
  integer, parameter, allocatable :: k(:) = [1, 2] !! conflicts
end program
!=== parameter and save
program p
  integer, parameter, save :: k = 1 !! conflicts
end program
!=== intent on something that is no dummy
program p
  integer, intent(in) :: k !! dummy
end program
!=== optional on something that is no dummy
subroutine s(a)
  real :: a
  real, optional :: b !! dummy
end subroutine
!=== value on something that is no dummy
subroutine s(a)
  real :: a
  real, value :: b !! dummy
end subroutine
!=== value with intent(out)
subroutine s(a)
  real, value, intent(out) :: a !! VALUE
end subroutine
!=== save on a dummy
subroutine s(a)
  real, save :: a !! SAVE
end subroutine
!=== dummy with an initial value
subroutine s(a) !! initial
  integer :: a = 3
end subroutine
!=== function result with an initial value
function f() result(r) !! initial
  integer :: r = 3
end function
!=== automatic array with save
subroutine s(n)
  integer, intent(in) :: n
  real, save :: w(n) !! w
end subroutine
!=== automatic array with an initial value
subroutine s(n)
  integer, intent(in) :: n
  real :: w(n) = 0.0 !! w
end subroutine
!=== automatic array in a main program
program p
  integer :: n
  real :: w(n) !! n
  w = 0
end program
!=== array with variable bounds in a module
module m
  integer :: n = 4
  real :: w(n) !! n
end module
!=== allocatable with explicit shape
program p
  real, allocatable :: x(10) !! deferred shape
end program
!=== pointer with explicit shape
program p
  real, pointer :: x(10) !! deferred shape
end program
!=== assumed shape that is no dummy
program p
  real :: x(:) !! x
end program
!=== assumed size that is no dummy
program p
  real :: x(*) !! x
end program
!=== assumed size with star in the middle
subroutine s(x)
  real :: x(*, 3) !! dimensions of an array must be all explicit
end subroutine
!=== assumed length that is no dummy
program p
  character(len=*) :: c !! assumed length
end program
!=== deferred length without allocatable
program p
  character(len=:) :: c !! deferred
end program
!=== rank above 15
program p
  integer :: a(1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1) !! 15
end program
!=== bound that is real
program p
  real :: a(2.5) !! integer
end program
!=== initial value that is not constant
program p
  integer :: n
  integer :: k = n + 1 !! constant
end program
!=== initial value of wrong type
program p
  integer :: k = 'abc' !! cannot be assigned to type integer
end program
!=== initial value of wrong shape
program p
  integer :: k(3) = [1, 2] !! shape
end program
!=== array parameter of wrong rank
program p
  integer, parameter :: k(2, 2) = [1, 2, 3, 4] !! rank
end program
!=== initial value for an allocatable
program p
  integer, allocatable :: k = 3 !! k
end program
!=== pointer initialised with a value
program p
  integer, pointer :: k => 3 !! initial target of a pointer must be a variable
end program
!=== pointer initialised with something that is no target
module m
  integer, save :: t
  integer, pointer :: k => t !! TARGET
end module
!=== implicit after implicit none
program p
  implicit none
  implicit integer (a-c) !! IMPLICIT
end program
!=== implicit none twice
program p
  implicit none
  implicit none !! IMPLICIT NONE
end program
!=== letter range backwards
program p
  implicit real (z-a) !! range
end program
!=== letter with two implicit types
program p
  implicit real (a-c), integer (b) !! b
end program
!=== kind that does not exist
program p
  integer(kind=3) :: i !! kind
end program
!=== real kind that does not exist
program p
  real(kind=5) :: x !! kind
end program
!=== logical kind that does not exist
program p
  logical(kind=3) :: x !! kind
end program
!=== kind that is not constant
program p
  integer :: n = 4
  integer(kind=n) :: i !! constant
end program
!=== kind that is real
program p
  integer(kind=4.0) :: i !! integer constant is required
end program
!=== declaration after executable statement
program p
  integer :: i
  i = 1
  integer :: j !! declaration
end program
!=== implicit after declaration
program p
  integer :: i
  implicit none !! IMPLICIT
  i = 1
end program
!=== use after declaration
program p
  integer :: i
  use iso_fortran_env !! USE
  i = 1
end program
!=== external with initial value
program p
  real, external :: f = 1.0 !! f
end program
!=== intrinsic that does not exist
program p
  intrinsic :: sinus !! sinus
end program
!=== external and intrinsic
program p
  external sin
  intrinsic sin !! INTRINSIC
end program
!=== dimension given twice
program p
  real :: a(3)
  dimension a(4) !! a
end program
!=== contiguous on a scalar
program p
  real, pointer, contiguous :: a !! CONTIGUOUS
end program
!=== contiguous on an explicit-shape array
subroutine s(a)
  real, contiguous :: a(10) !! CONTIGUOUS
end subroutine
!=== protected outside a module
program p
  integer, protected :: k = 1 !! PROTECTED
end program
!=== private outside a module
program p
  integer, private :: k !! PRIVATE
end program
!=== public and private at once
module m
  integer, public, private :: k !! PRIVATE
end module
!=== access of a name given twice
module m
  integer :: k
  private :: k
  public :: k !! k
end module
!=== private statement twice
module m
  private
  private !! PRIVATE
  integer :: k
end module
!=== attribute given twice
program p
  integer, save, save :: k !! this attribute is given twice
end program
!=== function result declared with intent
function f(x) result(r)
  real, intent(in) :: x
  real, intent(out) :: r !! dummy
  r = x
end function
!=== dummy argument twice in the list
subroutine s(a, a) !! a
  real :: a
end subroutine
!=== result has the name of a dummy
function f(x) result(x) !! x
  real :: x
end function
!=== type of a subroutine name
subroutine s
  integer :: s !! s
end subroutine
!=== variable with the name of the program
program p
  integer :: p !! p
end program
!=== contained procedure with the name of a variable
module m
  integer :: f
contains
  subroutine f() !! f
  end subroutine
end module
!=== two contained procedures of one name
module m
contains
  subroutine a()
  end subroutine
  subroutine a() !! a
  end subroutine
end module
!=== two external procedures of one name
subroutine a()
end subroutine
subroutine a() !! a
end subroutine
!=== two main programs
program p
end program
program q !! program
end program
!=== function without a type under implicit none
module m
  implicit none
contains
  function f(x) !! f
    real, intent(in) :: x
    f = x
  end function
end module
!=== dummy without a type under implicit none
subroutine s(x) !! x
  implicit none
  print *, x
end subroutine
!=== function type given twice
integer function f(x)
  real :: x
  real :: f !! f
  f = x
end function
!=== assumed-rank that is no dummy
program p
  real :: x(..) !! x
end program
!=== character length negative kind
program p
  character(kind=9) :: c !! kind
end program
!=== character length that is real
program p
  character(len=2.5) :: c !! integer
end program
!=== asynchronous twice-named with parameter volatile
program p
  integer, parameter, volatile :: k = 1 !! VOLATILE
end program
!=== target parameter
program p
  integer, parameter, target :: k = 1 !! TARGET
end program
!=== allocatable dummy by value
subroutine s(a)
  real, allocatable, value :: a !! VALUE
end subroutine
!=== integer constant overflow in a bound
program p
  integer :: a(99999999999999999999) !! too
end program
!=== block with common
program p
  block
    integer :: k
    common /c/ k !! COMMON
  end block
end program
!=== block with intent
subroutine s(x)
  real :: x
  block
    intent(in) :: x !! INTENT
  end block
end subroutine
!=== enumerator that is not an integer
program p
  enum, bind(c)
    enumerator :: red = 1.5 !! integer
  end enum
end program
!=== a COMMON block and objects with default values
program p
  type t
    sequence
    integer :: i = 7
  end type
  type(t) :: d
  integer :: j
  equivalence (d, j) !! `d` has default values, so it cannot share storage with a COMMON block
  common /c/ j
end program
!=== shape after DATA
program p
  data a /1.0, 2.0/ !! the shape of `a` must be declared before the DATA statement
  real :: a(2)
  print *, a
end program
!=== length of a named constant
module m
  integer :: n
  character(n), parameter :: c = 'b' !! the length of named constant `c` must be constant
end module
!=== statement function with attributes
program p
  f(x) = x
  target f !! statement function `f` cannot have TARGET
  print *, f(1.0)
end program
!=== statement function of itself
program p
  f(f) = 0 !! dummy argument `f` has the name of its statement function
end program
!=== PROCEDURE that names a later one
subroutine s
  abstract interface
    subroutine i()
    end subroutine
  end interface
  procedure(q) :: r !! `q` is declared by a PROCEDURE statement, which must stand before this one
  procedure(i) :: q
end subroutine
!=== interface body of a result
function f(x)
  real :: x
  interface
    subroutine f(i) !! `f` is declared twice
      integer :: i
    end subroutine
  end interface
end function
!=== deferred binding with a result of assumed length
module m
  type, abstract :: t
  contains
    procedure(i), deferred :: f
  end type
  abstract interface
    function i(this) !! the interface of deferred binding `f` has a result of assumed length
      import t
      class(t), intent(in) :: this
      character(len=*) :: i
    end function
  end interface
end module
!=== procedure with the name of its module
module m
contains
  subroutine m !! procedure `m` has the name of the program unit that contains it
  end subroutine
end module
!=== dummy argument before its ENTRY
function f(i) result(r)
  integer :: i, k, e, r
  r = k !! dummy argument `k` is used before the ENTRY statement that names it
  return
  entry g(k) result(e)
  e = -k
end function
!=== namelist before declaration
program p
  implicit none
  real :: x
  namelist /n/ x, q !! `q` must be declared before the namelist group
  integer :: q
  q = 1
  write (*, n)
end program
!=== INTRINSIC of a procedure of a module
program p
  implicit none
  intrinsic c_sizeof !! there is no intrinsic procedure `c_sizeof`
end program
!=== dummies of BIND(C) procedures
module m
  use iso_c_binding
  type, bind(c) :: t
    integer(c_int) :: a = 0
  end type
  interface
    subroutine s(x) bind(c) !! an allocatable or pointer may not have default values
      import t
      type(t), allocatable :: x
    end subroutine
    subroutine c(x) bind(c) !! it may not be a coarray
      import c_int
      integer(c_int) :: x(:)[*]
    end subroutine
  end interface
end module
!=== the program's name as a variable
program p
  associate (y => p) !! `p` is the name of this program, not a variable
  end associate
end program
!=== COMMON block as a procedure
subroutine x
  common /foo/ n
  call foo(n) !! `foo` is the name of a COMMON block, not of a procedure
end subroutine
!=== errors of sound units behind a syntax error
module bad
  integer, :: x !! expected
end module
subroutine s
  integer, parameter :: n = 1
  n = 2 !! `n` cannot be assigned
end subroutine
