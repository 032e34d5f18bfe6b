!=== type not declared
program p
  type(point) :: x !! point
end program
!=== component not declared
program p
  type point
    real :: x, y
  end type
  type(point) :: a
  a%z = 1.0 !! z
end program
!=== component twice
program p
  type point
    real :: x
    integer :: x !! x
  end type
end program
!=== type defined twice
program p
  type point
    real :: x
  end type
  type point !! point
    real :: x
  end type
end program
!=== type has the name of an intrinsic type
program p
  type integer !! integer
    real :: x
  end type
end program
!=== recursive component without pointer
program p
  type node
    type(node) :: next !! type being defined must be allocatable or a pointer
  end type
end program
!=== component with explicit shape and pointer
program p
  type t
    real, pointer :: x(3) !! deferred
  end type
end program
!=== component with variable bounds
program p
  integer :: n = 3
  type t
    real :: x(n) !! n
  end type
end program
!=== component with assumed shape
program p
  type t
    real :: x(:) !! x
  end type
end program
!=== component with save
program p
  type t
    real, save :: x !! this attribute is not allowed for a component
  end type
end program
!=== component initialised with a variable
program p
  integer :: n
  type t
    integer :: k = n !! constant
  end type
end program
!=== extends a type that does not exist
program p
  type, extends(base) :: t !! base
    integer :: k
  end type
end program
!=== extends a sequence type
program p
  type base
    sequence
    integer :: i
  end type
  type, extends(base) :: t !! base
    integer :: k
  end type
end program
!=== extending type repeats a component
program p
  type base
    integer :: i
  end type
  type, extends(base) :: t
    integer :: i !! i
  end type
end program
!=== constructor with too many values
program p
  type t
    integer :: i
  end type
  type(t) :: x
  x = t(1, 2) !! t
end program
!=== constructor with a missing value
program p
  type t
    integer :: i, j
  end type
  type(t) :: x
  x = t(1) !! j
end program
!=== constructor with an unknown keyword
program p
  type t
    integer :: i
  end type
  type(t) :: x
  x = t(k=1) !! k
end program
!=== constructor with a value of wrong type
program p
  type t
    integer :: i
  end type
  type(t) :: x
  x = t('a') !! i
end program
!=== constructor of an abstract type
module m
  type, abstract :: t
    integer :: i
  end type
contains
  subroutine s()
    class(t), allocatable :: x
    x = t(1) !! abstract
  end subroutine
end module
!=== variable of abstract type
module m
  type, abstract :: t
    integer :: i
  end type
  type(t) :: x !! abstract
end module
!=== deferred binding in a type that is not abstract
module m
  type :: t
    integer :: i
  contains
    procedure(f), deferred :: g !! abstract
  end type
  abstract interface
    subroutine f(self)
      import :: t
      class(t) :: self
    end subroutine
  end interface
end module
!=== extension leaves a deferred binding open
module m
  type, abstract :: t
  contains
    procedure(f), deferred :: g
  end type
  abstract interface
    subroutine f(self)
      import :: t
      class(t) :: self
    end subroutine
  end interface
  type, extends(t) :: u !! g
    integer :: k
  end type
end module
!=== binding to a procedure that does not exist
module m
  type :: t
    integer :: i
  contains
    procedure :: g !! g
  end type
end module
!=== passed argument is no class
module m
  type :: t
    integer :: i
  contains
    procedure :: g !! CLASS
  end type
contains
  subroutine g(self)
    type(t) :: self
  end subroutine
end module
!=== passed argument is missing
module m
  type :: t
    integer :: i
  contains
    procedure :: g !! g
  end type
contains
  subroutine g()
  end subroutine
end module
!=== passed argument of another type
module m
  type :: t
    integer :: i
  contains
    procedure :: g !! self
  end type
contains
  subroutine g(self)
    integer :: self
  end subroutine
end module
!=== binding twice
module m
  type :: t
    integer :: i
  contains
    procedure :: g
    procedure :: g !! g
  end type
contains
  subroutine g(self)
    class(t) :: self
  end subroutine
end module
!=== binding has the name of a component
module m
  type :: t
    integer :: g
  contains
    procedure :: g !! g
  end type
contains
  subroutine g(self)
    class(t) :: self
  end subroutine
end module
!=== generic binding names something unknown
module m
  type :: t
    integer :: i
  contains
    generic :: g => nothing !! nothing
  end type
end module
!=== overriding with another interface
module m
  type :: t
  contains
    procedure :: g => g1
  end type
  type, extends(t) :: u
  contains
    procedure :: g => g2 !! g
  end type
contains
  subroutine g1(self)
    class(t) :: self
  end subroutine
  subroutine g2(self, n)
    class(u) :: self
    integer :: n
  end subroutine
end module
!=== overriding a non-overridable binding
module m
  type :: t
  contains
    procedure, non_overridable :: g => g1
  end type
  type, extends(t) :: u
  contains
    procedure :: g => g2 !! g
  end type
contains
  subroutine g1(self)
    class(t) :: self
  end subroutine
  subroutine g2(self)
    class(u) :: self
  end subroutine
end module
!=== call of a binding that does not exist
module m
  type :: t
    integer :: i
  end type
contains
  subroutine s(x)
    class(t) :: x
    call x%run() !! run
  end subroutine
end module
!=== class variable that is no dummy
program p
  type t
    integer :: i
  end type
  class(t) :: x !! dummy
end program
!=== class of an intrinsic type
subroutine s(x)
  class(integer) :: x !! integer
end subroutine
!=== class of a sequence type
module m
  type t
    sequence
    integer :: i
  end type
contains
  subroutine s(x)
    class(t) :: x !! t
  end subroutine
end module
!=== select type of something that is no class
program p
  integer :: i
  select type (i) !! i
  type is (integer)
    print *, i
  end select
end program
!=== type is with a type that is no extension
module m
  type a
    integer :: i
  end type
  type b
    integer :: j
  end type
contains
  subroutine s(x)
    class(a) :: x
    select type (x)
    type is (b) !! b
      print *, x%j
    end select
  end subroutine
end module
!=== two type is guards for one type
subroutine s(x)
  class(*) :: x
  select type (x)
  type is (integer)
    print *, 1
  type is (integer) !! this type guard stands twice
    print *, 2
  end select
end subroutine
!=== two class default guards
subroutine s(x)
  class(*) :: x
  select type (x)
  class default
    print *, 1
  class default !! default
    print *, 2
  end select
end subroutine
!=== derived type compared
program p
  type t
    integer :: i
  end type
  type(t) :: a, b
  if (a == b) print *, 1 !! ==
end program
!=== derived types added
program p
  type t
    integer :: i
  end type
  type(t) :: a, b, c
  c = a + b !! +
end program
!=== derived types of different kind assigned
program p
  type t
    integer :: i
  end type
  type u
    integer :: i
  end type
  type(t) :: a
  type(u) :: b
  a = b !! type
end program
!=== private component used outside
module m
  type t
    integer, private :: k
  end type
end module
program p
  use m
  type(t) :: x
  x%k = 1 !! private
end program
!=== private components in a constructor
module m
  type t
    integer, private :: k
  end type
end module
program p
  use m
  type(t) :: x
  x = t(1) !! private
end program
!=== component of something that has none
program p
  integer :: i
  i%k = 1 !! i
end program
!=== array component through an array
program p
  type t
    integer :: k(3)
  end type
  type(t) :: x(2)
  print *, x%k !! rank
end program
!=== allocatable component through an array
program p
  type t
    integer, allocatable :: k
  end type
  type(t) :: x(2)
  print *, x%k !! k
end program
!=== empty bind(c) type with extends
module m
  use iso_c_binding
  type base
    integer(c_int) :: k
  end type
  type, extends(base), bind(c) :: t !! BIND
    integer(c_int) :: i
  end type
end module
!=== bind(c) type with an allocatable component
module m
  use iso_c_binding
  type, bind(c) :: t
    integer(c_int), allocatable :: i !! i
  end type
end module
!=== sequence type with type-bound procedures
module m
  type t
    sequence
    integer :: i
  contains
    procedure :: g !! SEQUENCE
  end type
contains
  subroutine g(self)
    class(t) :: self
  end subroutine
end module
!=== end type names another type
program p
  type t
    integer :: i
  end type u !! u
end program
!=== procedure component without pointer
module m
  type t
    procedure(s) :: f !! POINTER
  end type
contains
  subroutine s()
  end subroutine
end module
!=== final procedure with two arguments
module m
  type t
    integer :: i
  contains
    final :: clean !! clean
  end type
contains
  subroutine clean(x, y)
    type(t) :: x, y
  end subroutine
end module
!=== final is no subroutine
module m
  type t
    integer :: i
  contains
    final :: clean !! clean
  end type
contains
  integer function clean(x)
    type(t) :: x
    clean = 1
  end function
end module
!=== assignment of a class to a type without allocatable
module m
  type t
    integer :: i
  end type
contains
  subroutine s(x, y)
    class(t) :: x
    class(t) :: y
    x = y !! polymorphic variable can only be assigned where it is allocatable
  end subroutine
end module
!=== use of an unlimited polymorphic value
subroutine s(x)
  class(*) :: x
  print *, x + 1 !! +
end subroutine
!=== extends_type_of of a type that is no class
program p
  integer :: i, j
  print *, same_type_as(i, j) !! must be of derived type
end program
