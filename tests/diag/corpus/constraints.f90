!=== a dummy procedure has a dummy procedure with another argument type
module m
contains
  subroutine want(f)
    interface
      subroutine f(g)
        interface
          subroutine g(x)
            real, intent(in) :: x
          end subroutine
        end interface
      end subroutine
    end interface
  end subroutine
  subroutine mine(g)
    interface
      subroutine g(x)
        integer, intent(in) :: x
      end subroutine
    end interface
  end subroutine
  subroutine go
    call want(mine) !! another procedure
  end subroutine
end module
!=== the arrays of an interface have other extents
module m
contains
  subroutine want(f)
    interface
      subroutine f(x)
        real :: x(2, 3)
      end subroutine
    end interface
  end subroutine
  subroutine mine(x)
    real :: x(2, 4)
  end subroutine
  subroutine go
    call want(mine) !! 4 instead of 3 elements
  end subroutine
end module
!=== a pointer to functions of another type
program p
  procedure(real), pointer :: f
  procedure(integer), pointer :: g
  f => g !! type integer(4) instead of real(4)
end program
!=== a pointer without interface to a procedure that needs one
program p
  procedure(), pointer :: f
  f => s !! assumed shape
contains
  subroutine s(x)
    real, intent(in) :: x(:)
  end subroutine
end program
!=== an overriding procedure with another intent
module m
  type t
  contains
    procedure :: f
  end type
  type, extends(t) :: u
  contains
    procedure :: f => g !! another INTENT
  end type
contains
  subroutine f(self, x)
    class(t), intent(in) :: self
    integer, intent(in) :: x
  end subroutine
  subroutine g(self, x)
    class(u), intent(in) :: self
    integer, intent(inout) :: x
  end subroutine
end module
!=== specific procedures that only keywords would tell apart
module m
  interface g
    procedure a, b
  end interface
contains
  subroutine a(x, y, z) !! cannot be told apart
    real, optional :: x
    integer :: y
    real :: z
  end subroutine
  subroutine b(x, z, y)
    integer, optional :: x
    integer :: z
    real :: y
  end subroutine
end module
!=== operators have no keywords
module m
  interface operator(.x.)
    procedure a, b
  end interface
contains
  integer function a(p, q) !! cannot be told apart
    integer, intent(in) :: p, q
    a = p + q
  end function
  integer function b(q, p)
    integer, intent(in) :: p, q
    b = p - q
  end function
end module
!=== bindings of a generic binding that cannot be told apart
module m
  type t
  contains
    procedure :: a
  end type
  type, extends(t) :: u
  contains
    procedure :: b
    generic :: g => a, b !! cannot be told apart
  end type
contains
  subroutine a(self)
    class(t), intent(in) :: self
  end subroutine
  subroutine b(self)
    class(u), intent(in) :: self
  end subroutine
end module
!=== intrinsic assignment is redefined
module m
  interface assignment(=)
    procedure set
  end interface
contains
  subroutine set(a, b) !! redefine intrinsic assignment
    integer, intent(out) :: a
    real, intent(in) :: b
    a = int(b)
  end subroutine
end module
!=== one binding label for two things
module m
  use iso_c_binding
  integer(c_int), bind(c, name='one') :: a !! binding label
contains
  subroutine s() bind(c, name='one')
  end subroutine
end module
!=== a long string for C
subroutine s(x) bind(c) !! length must be one or assumed
  character(len=5) :: x
end subroutine
!=== elemental for C
elemental subroutine s(x) bind(c) !! ELEMENTAL and BIND(C)
  use iso_c_binding
  real(c_float), intent(inout) :: x
  x = x + 1
end subroutine
!=== EQUIVALENCE with a target
program p
  integer, target :: a
  integer :: b
  equivalence (b, a) !! TARGET
end program
!=== EQUIVALENCE with a type of no sequence
program p
  type t
    integer :: i
  end type
  type(t) :: a
  integer :: b
  equivalence (b, a) !! SEQUENCE
end program
!=== a COMMON block with default values
program p
  type t
    sequence
    integer :: i = 1
  end type
  type(t) :: x !! default values
  common /c/ x
end program
!=== a private variable in a public namelist
module m
  integer, private :: i
  namelist /n/ i !! PRIVATE
end module
!=== a namelist with an allocatable component
program p
  type t
    integer, allocatable :: a(:)
  end type
  type(t) :: x
  namelist /n/ x
  write (*, n) !! allocatable or pointer components
end program
!=== a call of an abstract interface
program p
  abstract interface
    subroutine s()
    end subroutine
  end interface
  call s() !! abstract interface
end program
!=== the parent part of an abstract type
module m
  type, abstract :: t
    integer :: i
  end type
  type, extends(t) :: u
  end type
contains
  subroutine s(a, b)
    type(u), intent(inout) :: a, b
    a%t = b%t !! abstract type
  end subroutine
end module
!=== a private generic binding
module m
  type t
  contains
    procedure, private :: a
    generic, private :: g => a
  end type
contains
  subroutine a(self)
    class(t), intent(in) :: self
  end subroutine
end module
program p
  use m
  type(t) :: x
  call x%g() !! private
end program
!=== a contiguous pointer to every second element
program p
  real, target :: a(10)
  real, pointer, contiguous :: p1(:)
  p1 => a(1:9:2) !! not contiguous
end program
!=== an index in the bounds of another one
program p
  integer :: i, j, a(3, 3)
  forall (i = 1:3, j = 1:i) a(i, j) = 0 !! cannot be used in a bound
end program
!=== a dummy procedure that is not pure
pure subroutine s(f)
  interface
    function f(x) !! must be pure
      real, intent(in) :: x
      real :: f
    end function
  end interface
end subroutine
!=== an intrinsic type for a class
subroutine s(x)
  type t
    integer :: i
  end type
  class(t) :: x
  select type (x)
  type is (integer) !! intrinsic type
  end select
end subroutine
!=== a BOZ constant is written
program p
  print *, z'ff' !! BOZ
end program
!=== a shift by more than the bits
program p
  integer :: i
  i = 1
  print *, ishft(i, 33) !! not between -32 and 32
end program
!=== strings of different lengths in MERGE
program p
  print *, merge('abc', 'de', .true.) !! lengths 3 and 2
end program
!=== PACK into a short vector
program p
  print *, pack([1, 2, 3], [.true., .true., .false.], [9]) !! 2 elements
end program
!=== the address of an expression
program p
  use iso_c_binding
  integer :: i
  type(c_ptr) :: q
  q = c_loc(i) !! TARGET or POINTER
end program
!=== a volatile dummy argument through an implicit interface
program p
  call s(1) !! VOLATILE
end program
subroutine s(j)
  integer, volatile :: j
end subroutine
!=== a procedure with the name of a function of the runtime
subroutine flush_all() bind(c, name='frt_flush') !! the runtime has a function `frt_flush`
end subroutine
