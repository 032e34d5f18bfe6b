!=== pass arg intent alloc
module m
  type :: t
  contains
    procedure :: f !! the passed-object argument `x` of `f` must be a scalar of
  end type
contains
  subroutine f(x)
    class(t), allocatable :: x
  end
end
!=== type is seq type
subroutine s(a)
  type t
    sequence
    integer :: i
  end type
  class(*) :: a
  select type (a)
  type is (t) !! type `t` has SEQUENCE or BIND(C), so it cannot be in a type
  end select
end
!=== do concurrent image control
program p
  integer :: i
  do concurrent (i = 1:3)
    sync all !! SYNC ALL is an image control statement and may not stand in
  end do
end
!=== do concurrent local index
program p
  integer :: i, x
  do concurrent (i = 1:3) local(i) !! `i` is an index of the loop, so it has no other locality
    x = i
  end do
end
!=== do concurrent reduce wrong op type
program p
  integer :: i
  logical :: x
  do concurrent (i = 1:3) reduce(+:x) !! the reduction `+` does not apply to type logical(4)
    x = .true.
  end do
end
!=== coindexed pointer assign
program p
  type t
    integer, pointer :: q
  end type
  type(t) :: x[*]
  integer, target :: i
  x[1]%q => i !! a pointer of another image cannot be associated
end
!=== too few cosubscripts
program p
  integer :: l[2,*]
  l[1] = 2 !! `l` has 2 codimensions
end
!=== critical with image control
program p
  critical
    sync all !! SYNC ALL is an image control statement and may not stand in
  end critical
end
!=== protected of common
module m
  integer, protected :: a
  common /c/ a !! PROTECTED conflicts with COMMON for `a`
end
!=== volatile and intent in
subroutine s(a)
  integer, volatile, intent(in) :: a !! VOLATILE conflicts with INTENT(IN) for `a`
end
!=== c_associated different types
program p
  use iso_c_binding
  type(c_ptr) :: q
  type(c_funptr) :: f
  print *, c_associated(q, f) !! the second argument of `c_associated` has type(c_funptr),
end
!=== import none with others
program p
  integer :: k
  block
    import, none
    print *, k !! the IMPORT statement of this BLOCK does not let `k` in
  end block
end
!=== imported name redeclared
program p
  integer, parameter :: k = 4
  interface
    subroutine s(a)
      import :: k
      integer :: k !! `k` is imported from the host, so it cannot be declared here
      integer :: a
    end
  end interface
end
!=== pointer init non save target
subroutine s
  integer, target :: i
  integer, pointer :: q => i !! the initial target `i` of a pointer must have the SAVE
end
!=== implied shape mixed
program p
  integer, parameter :: a(2, *) = reshape([1, 2], [2, 1]) !! an array of implied shape has `*` in every dimension
end
!=== data host assoc
program p
  integer :: a
contains
  subroutine s
    data a /1/ !! `a` belongs to the host, so it cannot be initialized by
  end
end
!=== pure with stop ok 2018 but image control
pure subroutine f(a)
  integer, intent(in) :: a
  sync all !! SYNC ALL is an image control statement and may not stand in
end
!=== asynchronous yes internal
program p
  character(3) :: c
  write (c, '(i3)', asynchronous='yes') 1 !! a transfer to or from a character variable is not asynchronous
end
!=== format bad comma
program p
  write (*, '(i3,,i3)') 1, 2 !! an item is missing before a comma of the format
end
!=== MODULE PROCEDURE names an external procedure
module m
  interface
    subroutine x
    end subroutine
  end interface
  interface bar
    module procedure x !! `x` is not a module procedure: PROCEDURE without MODULE
  end interface
end module
!=== BIND without a list of dummy arguments
subroutine s bind(c) !! BIND needs a list of dummy arguments before it, if only `()`
end subroutine
!=== MODULE PROCEDURE with arguments
module m
  interface
    module subroutine s(a)
      integer :: a
    end subroutine
  end interface
end module
submodule (m) n
contains
  module procedure s(a) !! MODULE PROCEDURE takes its arguments from the interface:
  end procedure
end submodule
!=== a module has the name of the procedure that uses it
module s
end module
program p
contains
  subroutine s
    use s !! module `s` has the name of this program unit
  end subroutine
end program
!=== intrinsic and other module of one name
module iso_c_binding
end module
program p
  use, intrinsic :: iso_c_binding
  use, non_intrinsic :: iso_c_binding !! both the intrinsic and another module `iso_c_binding` are
end program
!=== a variable has the name of a module that is used
module m
end module
program p
  use m
  integer :: m !! `m` is the name of a module and cannot be declared here
end program
!=== a module has its own name in COMMON
module m
  common m !! `m` is the name of a module and cannot be declared here
end module
!=== BLOCK DATA initializes something outside of COMMON
block data
  integer :: i !! `i` is initialized in BLOCK DATA, so it must be in a COMMON
  data i /1/
end block data
!=== a procedure pointer begins with an internal procedure
module m
contains
  subroutine s
    abstract interface
      subroutine i
      end subroutine
    end interface
    procedure(i), pointer :: q => t !! the initial target of procedure pointer `q` is an internal
  contains
    subroutine t
    end subroutine
  end subroutine
end module
!=== DATA for a type with default values
program p
  type t
    integer :: g = 0
  end type
  type(t) :: v
  data v /t(2)/ !! `v` has default values, so it cannot be initialized by DATA
end program
!=== DATA with an image selector
program p
  integer :: a(2)[*]
  data a(1)[1] /1/ !! `a` is coindexed: DATA initializes objects of this image
end program
!=== a coindexed selector of SELECT TYPE
subroutine s(o)
  class(*), allocatable :: o[:]
  select type (a => o[2]) !! the selector of SELECT TYPE cannot be coindexed
  end select
end subroutine
!=== a scalar and an array for one argument of an external procedure
program p
  real :: b(3)
  call foo(1.0)
  call foo(b) !! this argument is an array, in another reference to the same
end program
!=== PACK with a vector of another size
program p
  integer :: a(3)
  a = pack([1, 2], [.true., .true.], [0, 0]) !! the two sides of the assignment have different shapes: 3
end program
!=== sections with bounds that differ by constants
subroutine s(a, n)
  integer :: a(100), n
  a(n+1:n+5) = [1, 2, 3] !! the two sides of the assignment have different shapes: 5
end subroutine
!=== results of a function and of its ENTRY with other shapes
function f() result(r) !! the results `r` and `e` of this function and of an ENTRY in
  integer :: r(2, 2)
  integer :: e(4)
  r = 1
  entry g() result(e)
end function
!=== a statement function as an argument
program p
  integer :: i, st
  st(i) = i * i
  call tt(st) !! statement function `st` cannot be an actual argument
end program
!=== a label is missing for an alternate return
program p
  call s(1, 2) !! a label `*n` is missing for an alternate return
contains
  subroutine s(i, *)
    integer :: i
  end subroutine
end program
!=== a lock that is no coarray
program p
  use iso_fortran_env
  type(lock_type) :: l !! `l` of type(lock_type) must be a coarray
end program
!=== a substring in DATA that does not exist
program p
  character(3) :: a
  integer :: i
  data (a(i:i), i = 1, 4) /4*'x'/ !! the substring (4:4) is not in the string of length 3
end program
!=== NULL in an output list
program p
  integer, allocatable :: i
  print *, null(i) !! NULL() is no output item
end program
!=== a binding label that is the name of another procedure
subroutine foo()
end subroutine
subroutine bar() bind(c, name="foo") !! the binding label `foo` of `bar` is the name of another
end subroutine
!=== the length of an optional argument in a declaration
subroutine s(a)
  character(*), optional :: a
  character(len(a) + 1) :: b !! optional `a` cannot be used in a specification expression
end subroutine
!=== FAIL IMAGE with an argument
program p
  fail image (1) !! FAIL IMAGE has no arguments
end program
!=== ERRMSG is an array
subroutine s
  character(8) :: c(2)
  sync memory (errmsg=c) !! ERRMSG needs a scalar default character variable
end subroutine
!=== rank and corank are too many
program p
  real, save :: z(1,2,1,2,1,2,1,2)[1,2,1,2,1,2,1,*] !! rank and corank add up to 16, more than 15
end program
!=== NULL for a dummy of assumed rank
program p
  call s(null()) !! NULL() needs MOLD to be passed to `x`
contains
  subroutine s(x)
    integer, pointer, intent(in) :: x(..)
  end subroutine
end program
!=== errors of two kinds in one run
program p
  implicit none
  integer :: i
  i = 1
  i = = 2 !! expected an expression, found `=`
  j = 3 !! name `j` is not declared
  i = 'a' !! a value of type character(len=1) cannot be assigned to type
end program
!=== pure function with side effect through pointer component
module m
  type t
    integer, pointer :: q
  end type
contains
  pure subroutine s(a)
    type(t), intent(in) :: a
    a%q = 1 !! `a` cannot be assigned: it has INTENT(IN), in a pure procedure
  end subroutine
end module
!=== codimension in derived type param
program p
  integer, allocatable :: a[:]
  allocate (a) !! coarray `a` needs cobounds here, such as `[*]`
end program
!=== final subroutine not module
program p
  type t
  contains
    final :: f !! `f` cannot be FINAL: it is not a module procedure
  end type
contains
  subroutine f(x)
    type(t) :: x
  end subroutine
end program
!=== allocate procedure pointer
program p
  procedure(), pointer :: q
  allocate (q) !! a procedure pointer cannot be allocated
end program
