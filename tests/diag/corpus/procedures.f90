!=== too few arguments
program p
  call s(1) !! missing
contains
  subroutine s(a, b)
    integer :: a, b
  end subroutine
end program
!=== too many arguments
program p
  call s(1, 2) !! too many
contains
  subroutine s(a)
    integer :: a
  end subroutine
end program
!=== argument of wrong type
program p
  call s(1.5) !! integer
contains
  subroutine s(a)
    integer, intent(in) :: a
  end subroutine
end program
!=== argument of wrong kind
program p
  call s(1_8) !! integer(4)
contains
  subroutine s(a)
    integer, intent(in) :: a
  end subroutine
end program
!=== array passed to a scalar
program p
  integer :: v(3)
  call s(v) !! rank
contains
  subroutine s(a)
    integer, intent(in) :: a
  end subroutine
end program
!=== scalar passed to an assumed-shape array
program p
  integer :: k
  call s(k) !! rank
contains
  subroutine s(a)
    integer, intent(in) :: a(:)
  end subroutine
end program
!=== matrix passed to a vector of assumed shape
program p
  integer :: k(2, 2)
  call s(k) !! rank
contains
  subroutine s(a)
    integer, intent(in) :: a(:)
  end subroutine
end program
!=== scalar passed to an explicit-shape array
program p
  integer :: k
  call s(k) !! this is scalar
contains
  subroutine s(a)
    integer, intent(in) :: a(10)
  end subroutine
end program
!=== actual array too small for an explicit-shape dummy
program p
  integer :: k(5)
  call s(k) !! 5
contains
  subroutine s(a)
    integer, intent(in) :: a(10)
  end subroutine
end program
!=== unknown keyword
program p
  call s(x=1) !! x
contains
  subroutine s(a)
    integer, intent(in) :: a
  end subroutine
end program
!=== keyword twice
program p
  call s(a=1, a=2) !! a
contains
  subroutine s(a, b)
    integer, intent(in) :: a, b
  end subroutine
end program
!=== positional after keyword
program p
  call s(a=1, 2) !! keyword
contains
  subroutine s(a, b)
    integer, intent(in) :: a, b
  end subroutine
end program
!=== constant passed to intent(out)
program p
  call s(1) !! a
contains
  subroutine s(a)
    integer, intent(out) :: a
    a = 1
  end subroutine
end program
!=== expression passed to intent(inout)
program p
  integer :: k = 2
  call s(k + 1) !! a
contains
  subroutine s(a)
    integer, intent(inout) :: a
    a = a + 1
  end subroutine
end program
!=== parenthesised variable passed to intent(out)
program p
  integer :: k
  call s((k)) !! a
contains
  subroutine s(a)
    integer, intent(out) :: a
    a = 1
  end subroutine
end program
!=== intent(in) passed to intent(inout)
module m
contains
  subroutine t(x)
    integer, intent(in) :: x
    call s(x) !! INTENT(IN)
  end subroutine
  subroutine s(a)
    integer, intent(inout) :: a
    a = a + 1
  end subroutine
end module
!=== intent(in) assigned
subroutine s(x)
  integer, intent(in) :: x
  x = 3 !! INTENT(IN)
end subroutine
!=== component of intent(in) assigned
module m
  type t
    integer :: k
  end type
contains
  subroutine s(x)
    type(t), intent(in) :: x
    x%k = 3 !! INTENT(IN)
  end subroutine
end module
!=== element of intent(in) read into
subroutine s(x)
  integer, intent(in) :: x(:)
  read *, x(1) !! INTENT(IN)
end subroutine
!=== intent(in) allocated
subroutine s(x)
  integer, allocatable, intent(in) :: x(:)
  allocate (x(3)) !! INTENT(IN)
end subroutine
!=== intent(in) pointer associated
subroutine s(x)
  integer, pointer, intent(in) :: x
  nullify (x) !! INTENT(IN)
end subroutine
!=== intent(in) as do variable
subroutine s(i)
  integer, intent(in) :: i
  do i = 1, 3 !! INTENT(IN)
  end do
end subroutine
!=== protected variable assigned outside
module m
  integer, protected :: k = 1
end module
program p
  use m
  k = 2 !! PROTECTED
end program
!=== protected variable passed to intent(out)
module m
  integer, protected :: k = 1
contains
  subroutine s(a)
    integer, intent(out) :: a
    a = 1
  end subroutine
end module
program p
  use m
  call s(k) !! PROTECTED
end program
!=== allocatable dummy needs an allocatable
program p
  real :: x(3)
  call s(x) !! allocatable
contains
  subroutine s(a)
    real, allocatable :: a(:)
  end subroutine
end program
!=== pointer dummy needs a pointer
program p
  real :: x(3)
  call s(x) !! pointer
contains
  subroutine s(a)
    real, pointer :: a(:)
  end subroutine
end program
!=== vector subscript passed to intent(out)
program p
  real :: x(3)
  integer :: v(2) = [1, 1]
  call s(x(v)) !! vector
contains
  subroutine s(a)
    real, intent(out) :: a(:)
    a = 0
  end subroutine
end program
!=== assumed-size passed to assumed shape
subroutine t(x)
  real :: x(*)
  call s(x) !! assumed
contains
  subroutine s(a)
    real, intent(in) :: a(:)
  end subroutine
end subroutine
!=== function called as a subroutine
program p
  call f(1) !! function
contains
  integer function f(a)
    integer, intent(in) :: a
    f = a
  end function
end program
!=== subroutine used as a function
program p
  integer :: i
  i = s(1) !! subroutine
contains
  subroutine s(a)
    integer, intent(in) :: a
  end subroutine
end program
!=== variable called
program p
  integer :: i
  call i(1) !! i
end program
!=== function without arguments lacks parentheses
program p
  integer :: i
  i = f !! f
contains
  integer function f()
    f = 1
  end function
end program
!=== assignment to a function
program p
  f = 3 !! f
contains
  integer function f()
    f = 1
  end function
end program
!=== subroutine name assigned
subroutine s()
  s = 1 !! s
end subroutine
!=== optional argument not last by position
program p
  call s(b=1) !! a
contains
  subroutine s(a, b)
    integer, intent(in) :: a, b
  end subroutine
end program
!=== procedure passed where data is wanted
program p
  call s(f) !! procedure is passed to data argument
contains
  subroutine s(a)
    integer, intent(in) :: a
  end subroutine
  integer function f()
    f = 1
  end function
end program
!=== data passed where a procedure is wanted
program p
  integer :: k
  call s(k) !! procedure
contains
  subroutine s(f)
    interface
      integer function f()
      end function
    end interface
    print *, f()
  end subroutine
end program
!=== procedure argument with another interface
program p
  call s(g) !! g
contains
  subroutine s(f)
    interface
      integer function f(x)
        integer, intent(in) :: x
      end function
    end interface
    print *, f(1)
  end subroutine
  integer function g(x, y)
    integer, intent(in) :: x, y
    g = x + y
  end function
end program
!=== function argument where a subroutine is wanted
program p
  call s(g) !! g
contains
  subroutine s(f)
    interface
      subroutine f(x)
        integer, intent(in) :: x
      end subroutine
    end interface
    call f(1)
  end subroutine
  integer function g(x)
    integer, intent(in) :: x
    g = x
  end function
end program
!=== no specific procedure of a generic
module m
  interface g
    module procedure a, b
  end interface
contains
  subroutine a(x)
    integer, intent(in) :: x
  end subroutine
  subroutine b(x)
    real, intent(in) :: x
  end subroutine
end module
program p
  use m
  call g('abc') !! g
end program
!=== ambiguous specific procedures
module m
  interface g
    module procedure a, b
  end interface
contains
  subroutine a(x) !! cannot be told apart by their arguments
    integer, intent(in) :: x
  end subroutine
  subroutine b(y)
    integer, intent(in) :: y
  end subroutine
end module
!=== functions and subroutines in one generic
module m
  interface g
    module procedure a, b
  end interface
contains
  subroutine a(x) !! both functions and subroutines
    integer, intent(in) :: x
  end subroutine
  integer function b(y)
    real, intent(in) :: y
    b = 1
  end function
end module
!=== module procedure that does not exist
module m
  interface g
    module procedure nothing !! nothing
  end interface
end module
!=== operator function with three arguments
module m
  interface operator(.op.)
    module procedure f
  end interface
contains
  integer function f(a, b, c) !! must be a function of one or two arguments to be an operator
    integer, intent(in) :: a, b, c
    f = a + b + c
  end function
end module
!=== operator by a subroutine
module m
  interface operator(.op.)
    module procedure f
  end interface
contains
  subroutine f(a, b) !! must be a function of one or two arguments to be an operator
    integer, intent(in) :: a, b
  end subroutine
end module
!=== operator argument without intent(in)
module m
  interface operator(.op.)
    module procedure f
  end interface
contains
  integer function f(a, b) !! operator function
    integer :: a, b
    f = a + b
  end function
end module
!=== operator redefines an intrinsic one
module m
  interface operator(+)
    module procedure f
  end interface
contains
  integer function f(a, b) !! redefines the intrinsic operator
    integer, intent(in) :: a, b
    f = a - b
  end function
end module
!=== assignment by a function
module m
  type t
    integer :: i
  end type
  interface assignment(=)
    module procedure f
  end interface
contains
  integer function f(a, b) !! must be a subroutine of two arguments to be an assignment
    type(t), intent(in) :: a
    integer, intent(in) :: b
    f = b
  end function
end module
!=== assignment whose first argument is intent(in)
module m
  type t
    integer :: i
  end type
  interface assignment(=)
    module procedure f
  end interface
contains
  subroutine f(a, b) !! first argument must have INTENT
    type(t), intent(in) :: a
    integer, intent(in) :: b
  end subroutine
end module
!=== operator that is not defined
program p
  integer :: i
  i = 1 .plus. 2 !! plus
end program
!=== pure procedure writes
pure subroutine s(x)
  integer, intent(in) :: x
  print *, x !! pure
end subroutine
!=== pure procedure changes a module variable
module m
  integer :: k
contains
  pure subroutine s(x)
    integer, intent(in) :: x
    k = x !! pure
  end subroutine
end module
!=== pure procedure calls an impure one
module m
contains
  subroutine a()
  end subroutine
  pure subroutine s()
    call a() !! pure
  end subroutine
end module
!=== pure function with intent(inout)
pure integer function f(x) !! x
  integer, intent(inout) :: x
  f = x
end function
!=== pure function argument without intent
pure integer function f(x) !! x
  integer :: x
  f = x
end function
!=== pure procedure with a saved variable
pure subroutine s(x)
  integer, intent(in) :: x
  integer, save :: k !! SAVE
end subroutine
!=== pure procedure with an initialised variable
pure subroutine s(x)
  integer, intent(in) :: x
  integer :: k = 1 !! k
end subroutine
!=== pure procedure stops
pure subroutine s(x)
  integer, intent(in) :: x
  if (x > 1) stop !! STOP
end subroutine
!=== elemental with an array argument
elemental subroutine s(x) !! x
  real, intent(in) :: x(3)
end subroutine
!=== elemental with an allocatable argument
elemental subroutine s(x) !! x
  real, allocatable, intent(in) :: x
end subroutine
!=== elemental with a pointer argument
elemental subroutine s(x) !! x
  real, pointer, intent(in) :: x
end subroutine
!=== elemental function with an array result
elemental function f(x) !! f
  real, intent(in) :: x
  real :: f(3)
  f = x
end function
!=== elemental and arrays of different shape
program p
  real :: a(3), b(4), c(3)
  a = 1; b = 2
  c = f(a, b) !! shape
contains
  elemental real function f(x, y)
    real, intent(in) :: x, y
    f = x + y
  end function
end program
!=== elemental with a procedure argument
elemental subroutine s(f)
  interface
    pure real function f(x) !! elemental procedure must be a scalar data object
      real, intent(in) :: x
    end function
  end interface
end subroutine
!=== recursion of a function through its own name without result
integer function f(n)
  integer, intent(in) :: n
  f = f(n - 1) + nosuch !! a recursive reference needs RESULT
  implicit none !! declaration after the first executable statement
end function
!=== result of the function name used outside
function f(x) result(r)
  real, intent(in) :: x
  real :: r
  f = x !! f
  r = x
end function
!=== prefix twice
pure pure subroutine s() !! this prefix is given twice
end subroutine
!=== pure and impure
pure impure subroutine s() !! IMPURE
end subroutine
!=== return outside a procedure with an expression
subroutine s()
  return 1 !! return
end subroutine
!=== contains inside an internal procedure
program p
contains
  subroutine a()
  contains !! CONTAINS
    subroutine b()
    end subroutine
  end subroutine
end program
!=== interface body with an executable statement
program p
  interface
    subroutine s(x)
      real :: x
      x = 1 !! interface body
    end subroutine
  end interface
end program
!=== interface body twice
program p
  interface
    subroutine s(x)
      real :: x
    end subroutine
  end interface
  interface
    subroutine s(x) !! s
      real :: x
    end subroutine
  end interface
end program
!=== interface does not agree with the definition in the file
program p
  interface
    subroutine s(x) !! does not agree with its definition
      real :: x
    end subroutine
  end interface
  call s(1.0)
end program
subroutine s(x, y)
  real :: x, y
end subroutine
!=== procedure statement of an unknown interface
program p
  procedure(nothing), pointer :: f !! nothing
end program
!=== procedure pointer to another interface
module m
contains
  subroutine a(x)
    integer, intent(in) :: x
  end subroutine
  subroutine t()
    procedure(b), pointer :: f
    f => a !! a
  end subroutine
  subroutine b(x)
    real, intent(in) :: x
  end subroutine
end module
!=== procedure pointer to a variable
program p
  procedure(real), pointer :: f
  real, target :: x
  f => x !! procedure pointer needs a procedure
end program
!=== import of an unknown name
program p
  interface
    subroutine s(x)
      import :: t !! t
      integer :: x
    end subroutine
  end interface
end program
!=== host type not imported
program p
  type t
    integer :: i
  end type
  interface
    subroutine s(x)
      type(t) :: x !! t
    end subroutine
  end interface
end program
!=== import in a main program
program p
  import :: x !! IMPORT
end program
!=== implicit interface with other arguments in the same file
program p
  call s(1, 2) !! s
end program
subroutine s(a)
  integer :: a
end subroutine
!=== implicit interface with an argument of another type in the same file
program p
  call s(1.0) !! a
end program
subroutine s(a)
  integer :: a
end subroutine
!=== external function of another type in the same file
program p
  integer, external :: f !! f
  print *, f(1)
end program
real function f(a)
  integer :: a
  f = a
end function
!=== two calls of an external procedure that differ
program p
  external s
  call s(1)
  call s(1.0) !! s
end program
!=== procedure that needs an explicit interface has none
program p
  real :: x(3)
  call s(x) !! explicit interface
end program
subroutine s(a)
  real, intent(in) :: a(:)
  print *, a
end subroutine
!=== bind(c) procedure with an argument of unknown kind of type
subroutine s(x) bind(c) !! x
  type t
    integer :: i
  end type
  class(t) :: x
end subroutine
!=== complex(16) by value in a bind(c) procedure
subroutine s(z) bind(c)
  complex(16), value :: z !! complex(16) by value
end subroutine

!=== bind(c) names clash
subroutine a() bind(c, name='same')
end subroutine
subroutine b() bind(c, name='same') !! same
end subroutine
!=== bind(c) function that gives an array
function f() bind(c) !! f
  use iso_c_binding
  integer(c_int) :: f(3)
  f = 1
end function
!=== bind(c) on an internal variable
program p
  use iso_c_binding
  integer(c_int), bind(c) :: x !! BIND
end program
!=== character result of assumed length in a module
module m
contains
  function f(x) !! f
    character(len=*) :: f
    integer :: x
    f = 'a'
  end function
end module
!=== statement function with an array name
program p
  real :: a(3)
  real :: x
  a(i) = i + 1 !! assignment may not stand in a specification part
  integer :: k
end program
!=== alternate return without star dummy
program p
  call s(*10) !! s
10 continue
contains
  subroutine s(a)
    integer :: a
  end subroutine
end program
!=== entry inside a block
subroutine s(i)
  integer :: i
  if (i > 1) then
    entry t(i) !! ENTRY
  end if
end subroutine
!=== entry in a main program
program p
  entry t !! ENTRY
end program
!=== entry in an internal procedure
program p
contains
  subroutine s()
    entry t() !! ENTRY
  end subroutine
end program
!=== module procedure outside a submodule without interface
module m
contains
  module procedure s !! s
  end procedure
end module
!=== submodule of an unknown module
submodule (nothing) sub !! nothing
end submodule
!=== module function that differs from its interface
module m
  interface
    module subroutine s(x)
      integer, intent(in) :: x
    end subroutine
  end interface
end module
submodule (m) sm
contains
  module subroutine s(x) !! s
    real, intent(in) :: x
  end subroutine
end submodule
!=== binding to an internal procedure
program p
  type t
  contains
    procedure, nopass :: f => g !! g
  end type
  type(t) :: x
  call x%f()
contains
  subroutine g()
  end subroutine
end program
