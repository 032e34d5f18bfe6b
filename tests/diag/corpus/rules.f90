!=== a component allocated twice
program p
  type t
    integer, allocatable :: m(:)
  end type
  type(t) :: e(2)
  allocate (e(1)%m(1), e(1)%m(2)) !! is allocated twice here
end program
!=== an object is deallocated twice
program p
  integer, allocatable :: a(:)
  allocate (a(3))
  deallocate (a, a) !! deallocated twice here
end program
!=== STAT is part of what is allocated
program p
  type t
    integer, allocatable :: b(:)
  end type
  type(t) :: c
  allocate (c%b(2), stat=c%b(1)) !! part of an object of its own allocation
end program
!=== bounds that depend on another object of the statement
program p
  integer, allocatable :: a(:), b(:)
  allocate (a(5), b(size(a))) !! a bound depends on `a`
end program
!=== length * for an object that is no dummy argument
program p
  character(:), allocatable :: a
  allocate (character(len=*) :: a) !! dummy arguments of assumed length only
end program
!=== a definite length for a dummy argument of assumed length
subroutine s(a)
  character(len=*), allocatable, intent(out) :: a
  allocate (character(len=4) :: a) !! allocated with the length `*`
end subroutine
!=== another length than that of the object
program p
  character(len=8), allocatable :: a
  allocate (character(len=4) :: a) !! the object has length 8
end program
!=== NULL as SOURCE
program p
  integer, pointer :: a
  allocate (a, source=null(a)) !! NULL cannot be SOURCE
end program
!=== assumed type for a polymorphic argument
subroutine s(a)
  type(*) :: a
  interface
    subroutine up(x)
      class(*) :: x
    end subroutine
  end interface
  call up(a) !! argument `x` has type class(*)
end subroutine
!=== assumed rank without an explicit interface
subroutine s(a)
  integer :: a(..)
  call t(a) !! needs a procedure with an explicit interface
end subroutine
!=== assumed rank in an expression
subroutine s(a)
  real :: a(..)
  print *, sum(a) !! may only be an actual argument
end subroutine
!=== NULL as an argument of an intrinsic function
program p
  integer, pointer :: i
  print *, associated(i, null()) !! NULL cannot be an argument
end program
!=== an elemental subroutine with arrays and a scalar that it defines
program p
  integer :: i
  call s(i, [1, 2]) !! but this is scalar
contains
  elemental subroutine s(x, y)
    integer, intent(out) :: x
    integer, intent(in) :: y
    x = y
  end subroutine
end program
!=== an array function of assumed length
character(len=*) function f() !! cannot have assumed length: its result is an array
  dimension :: f(3)
  f = 'a'
end function
!=== an internal procedure with the name of its host
subroutine s
contains
  subroutine s !! declared twice
  end subroutine
end subroutine
!=== an internal procedure with the name of a dummy argument
subroutine s(i)
contains
  subroutine i !! has the name of something declared before CONTAINS
  end subroutine
end subroutine
!=== an internal file with a vector subscript
program p
  character(3) :: a(4)
  write (a([2, 1]), '(i3)') 1, 2 !! vector subscript
end program
!=== NEWUNIT without a file
program p
  integer :: u
  open (newunit=u) !! NEWUNIT needs FILE
end program
!=== UNIT and NEWUNIT
program p
  integer :: u
  open (10, newunit=u, file='a') !! exclude each other
end program
!=== FLUSH without a unit
program p
  integer :: i
  flush (iostat=i) !! needs a UNIT
end program
!=== ASYNCHRONOUS with a variable
program p
  character(3) :: c
  c = 'no'
  write (*, *, asynchronous=c) 1 !! needs a constant
end program
!=== bounds for NULL
program p
  integer, pointer :: a(:)
  a(1:2) => null() !! NULL gives a pointer no bounds
end program
!=== NULL of another type
program p
  integer, pointer :: a
  real, pointer :: b
  a => null(b) !! a pointer of type integer(4) cannot point
end program
!=== RANK (*) with a pointer
subroutine s(a)
  integer, pointer :: a(..)
  select rank (a)
  rank (*) !! not for an allocatable or pointer selector
  end select
end subroutine
!=== an initial target with a variable subscript
module m
  integer, target :: a(3)
  integer :: i = 1
  integer, pointer :: q => a(i) !! constant subscripts
end module
!=== an initial target of another type
module m
  real, target :: a
  integer, pointer :: q => a !! a pointer of type integer(4) cannot point
end module
!=== a component value of another shape
program p
  type t
    integer :: a(3)
  end type
  type(t) :: x
  x = t([1, 2]) !! has shape [3], its value shape [2]
end program
!=== no locality under DEFAULT(NONE)
program p
  integer :: i, x, z
  x = 1
  z = 2
  do concurrent (i=1:3) default(none) shared(x)
    if (x == 1) z = i !! `z` has no locality
  end do
end program
!=== an edit descriptor without a width
program p
  write (*, 10) 1
10 format (i) !! a width is expected after I
end program
!=== an edit descriptor of width zero for input
program p
  integer :: i
  read (*, '(i0)') i !! a positive width
end program
!=== a type-bound operator that is a subroutine
module m
  type t
  contains
    procedure :: s
    generic :: operator(.u.) => s !! must be a function
  end type
contains
  subroutine s(a)
    class(t), intent(in) :: a
  end subroutine
end module
!=== a type-bound operator that does not pass its object
module m
  type t
  contains
    procedure, nopass :: f
    generic :: operator(.u.) => f !! must pass its object
  end type
contains
  integer function f(a)
    class(t), intent(in) :: a
    f = 1
  end function
end module
!=== a procedure for an unlimited polymorphic argument
program p
  call s(g) !! a procedure is passed
contains
  subroutine g
  end subroutine
  subroutine s(x)
    class(*) :: x
  end subroutine
end program
!=== a dummy procedure with assumed shape where the interface has an explicit one
program p
  call s(g) !! assumed shape or rank in only one of them
contains
  subroutine g(a)
    integer :: a(:)
  end subroutine
  subroutine s(h)
    interface
      subroutine h(a)
        integer :: a(2)
      end subroutine
    end interface
  end subroutine
end program
!=== an impure function in a specification expression
module m
contains
  integer function n()
    n = 3
  end function
  subroutine s
    integer :: a(n()) !! is not pure
  end subroutine
end module
!=== ENTRY of a subroutine with RESULT
subroutine s
  entry e() result(r) !! has no RESULT
end subroutine
!=== NAMELIST in BLOCK DATA
block data
  common /c/ i
  namelist /n/ i !! may not stand in BLOCK DATA
end block data
!=== a derived type with the name of a dummy argument
subroutine s(t)
  type t !! is the name of a derived type
    integer :: i
  end type
end subroutine
!=== a derived type with the name of one that comes from a module
module m
  type t
    integer :: i
  end type
end module
program p
  use m
  type t !! it comes from module `m`
    integer :: j
  end type
end program
!=== an index with the name of a constant
program p
  integer, parameter :: i = 3
  print *, [(i, i=1, 3)] !! has the name of a constant
end program
!=== SAVE of a COMMON block that is not there
program p
  save /c/ !! there is no COMMON block `c`
end program
!=== a type parameter that is not declared
module m
  type t(k) !! type parameter `k` is not declared
    integer :: i
  end type
end module
!=== a type parameter with another attribute
module m
  type t(k)
    integer, kind, allocatable :: k !! no attribute but KIND or LEN
    integer :: i
  end type
end module
!=== too few values for DATE_AND_TIME
program p
  integer :: v(7)
  call date_and_time(values=v) !! gives eight values
end program
!=== MVBITS with arrays of different extent
program p
  integer :: a(3), b(2)
  a = 1
  b = 2
  call mvbits(a, 0, 4, b, 0) !! different
end program
!=== PRINT with a comma and no items
program p
  print *, !! expected
end program
!=== INQUIRE of a unit that is none
program p
  logical :: l
  inquire (unit=-1, exist=l) !! cannot be -1
end program
!=== the nature of a module without colons
program p
  use, intrinsic iso_c_binding !! expected
end program
!=== a private component outside of a module
program p
  type t
    integer, private :: i !! only in the specification part of a module
  end type
end program
!=== a statement that needs a unit
program p
  backspace !! needs a unit
end program
!=== an entity of a module with the name of the program
module m
  integer :: p
end module
program p
  use m !! has the name of this program unit
end program
!=== different initial values in one place
program p
  integer :: i = 1, j = 2 !! have different initial values
  equivalence (i, j)
end program
!=== an internal procedure changes the loop variable
program p
  integer :: i
  do i = 1, 3
    call s !! `s` changes `i`
  end do
contains
  subroutine s
    i = 2
  end subroutine
end program
!=== names after a module that is not found
module m
  use nothing !! is not found
  implicit none
contains
  elemental function f(z)
    real(dp), intent(in) :: z
    real(dp) :: f
    f = z + 1.0_dp
  end function
  pure subroutine s(x)
    type(t), intent(in) :: x
    call u(x)
  end subroutine
end module
!=== two BOZ constants
program p
  print *, iand(z'12', z'34') !! cannot both be BOZ
end program
!=== different default values in one place
program p
  type t
    sequence
    integer :: i = 1
  end type
  type u
    sequence
    integer :: i = 2
  end type
  type(t) :: a
  type(u) :: b !! have different default values
  equivalence (a, b)
end program
!=== the address of a polymorphic object
subroutine s(a)
  use iso_c_binding
  type t
  end type
  class(t), target :: a
  type(c_ptr) :: q
  q = c_loc(a) !! cannot be polymorphic
end subroutine
!=== a coarray of assumed rank
subroutine s(x) !! cannot be a coarray
  integer :: x(..)[*]
end subroutine
!=== a type with procedures for an assumed type
module m
  type t
  contains
    procedure :: s
  end type
contains
  subroutine s(a)
    class(t) :: a
  end subroutine
  subroutine u(x)
    type(*) :: x
  end subroutine
  subroutine v
    type(t) :: x
    call u(x) !! has type-bound procedures
  end subroutine
end module
