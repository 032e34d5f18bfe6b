!=== names have no dollar sign
program p
  integer :: a$b !! a name has no `$`
  a$b = 1
end program
!=== a statement function that refers to itself
program p
  f(x) = f(x) + 1 !! refers to itself
  print *, f(1.)
end program
!=== statement functions that refer to each other
program p
  f(x) = g(x) + 1
  g(x) = f(x) + 1 !! refers to itself
  print *, f(1.)
end program
!=== an attribute of variables for a subroutine
subroutine s
  asynchronous :: s !! is a subroutine
end subroutine
!=== an attribute for a function whose result has another name
function f() result(r)
  volatile :: f !! result has another name
  r = 1
end function
!=== an enumeration without enumerators
program p
  enum, bind(c)
  end enum !! without enumerators
end program
!=== attributes of a type without colons
module m
  type, public c !! expected
    integer :: i
  end type
end module
!=== a list that is missing
program p
  volatile !! needs a list of names
  common !! needs a list of variables
end program
!=== an abstract sequence type
module m
  type, abstract :: t !! cannot be ABSTRACT
    sequence
    integer :: i
  end type
end module
!=== a variable of the host is no function
program p
  integer :: foo
contains
  subroutine s
    integer :: i
    i = foo() !! variable of the host
  end subroutine
end program
!=== an object and a part of it are deallocated together
program p
  type t
    integer, allocatable :: x(:)
  end type
  type(t), allocatable :: v(:)
  deallocate (v, v(1)%x) !! deallocated twice here
end program
!=== a deferred length in ALLOCATE
program p
  character(:), allocatable :: c
  allocate (character(:) :: c) !! cannot be deferred
end program
!=== a branch to the end of FORALL
program p
  integer :: a(3)
  goto 20 !! label 20 is not defined
  forall (i = 1:3)
    a(i) = i
20 end forall
end program
!=== OPEN: a scratch file with a name
program p
  open (10, status='scratch', file='x') !! exclude each other
end program
!=== OPEN: POSITION with direct access
program p
  open (10, access='direct', position='append', recl=4) !! sequential and stream access only
end program
!=== OPEN: DELIM of an unformatted file
program p
  open (10, form='unformatted', delim='none') !! not for unformatted files
end program
!=== OPEN: RECL that is no length
program p
  open (10, recl=0) !! must be positive
end program
!=== SIZE with advancing input
program p
  integer :: i, n
  read (10, '(i3)', advance='yes', size=n) i !! need ADVANCE='NO'
end program
!=== EOR without nonadvancing input
program p
  integer :: i
  read (10, '(i3)', eor=10) i !! EOR needs ADVANCE='NO'
10 continue
end program
!=== %val for a procedure that is not external
program p
  call s(%val(1)) !! external procedures only
contains
  subroutine s(a)
    integer :: a
  end subroutine
end program
!=== %val for an intrinsic procedure
program p
  print *, sin(%val(1.0)) !! external procedures only
end program
!=== constant arguments of intrinsics
program p
  integer :: m
  print *, repeat('a', -1) !! negative
  print *, ishftc(m, 10, 2) !! exceeds SIZE
  print *, ishftc(m, 1, -2) !! must be positive
end program
!=== renamed operators
module m
  interface operator(.plus.)
    module procedure f
  end interface
contains
  integer function f(a, b)
    logical, intent(in) :: a, b
    f = 1
  end function
end module
program p
  use m, operator(.add.) => operator(.plus.)
  use m, operator(-) => operator(.plus.) !! only defined operators can be renamed
end program
!=== PRIVATE in a submodule
module m
  interface
    module subroutine s
    end subroutine
  end interface
end module
submodule (m) n
  private !! specification part of a module
  integer, public :: i !! specification part of a module
end submodule
!=== accessibility as attribute and in a statement
module m
  integer, public :: x
  public :: x !! the accessibility of `x` is given twice
end module
!=== a binding label of an internal procedure
program p
contains
  subroutine s() bind(c, name="foo") !! has no NAME=
  end subroutine
end program
!=== a binding label of an abstract interface
module m
  abstract interface
    subroutine s() bind(c, name="foo") !! has no NAME=
    end subroutine
  end interface
end module
!=== functions and subroutines in one generic
module m
  interface g
    subroutine s(i) !! both functions and subroutines
    end subroutine
    function f(r)
    end function
  end interface
end module
!=== STOP in CRITICAL
program p
  critical
    stop !! image control statement
  end critical
end program
!=== STOP in DO CONCURRENT
program p
  do concurrent (i = 1:2)
    stop !! image control statement
  end do
end program
!=== a branch out of CRITICAL
program p
  critical
    goto 10 !! leaves the `CRITICAL` region
  end critical
10 continue
end program
!=== ALLOCATE of a coarray in CRITICAL
program p
  integer, allocatable :: a[:]
  critical
    allocate (a[*]) !! image control statement
  end critical
end program
!=== objects on other images
program p
  type t
    integer, pointer :: p
    integer, allocatable :: a
  end type
  type(t), save :: x[*]
  nullify (x[1]%p) !! cannot be coindexed
  allocate (x[1]%a) !! cannot be coindexed
  deallocate (x[1]%a) !! cannot be coindexed
end program
!=== type parameters
module m
  type t(k, l, n) !! type parameter `k`
    integer :: k !! needs the attribute KIND or LEN
    integer, len :: l(3) !! must be a scalar
    real, kind :: n !! must be of type integer
  end type
end module
!=== two unnamed BLOCK DATA units
block data
end
block data !! without a name
end
!=== a construct with the name of a variable
program p
  integer :: i, loop
  loop: do i = 1, 2 !! declared as something else
  end do loop
end program
!=== statements before the first CASE
program p
  integer :: i
  i = 1
  select case (i)
    i = 2 !! before the first CASE
    i = 3 !! before the first CASE
  case (1)
  end select
end program
!=== a whole assumed-size array for a pointer
subroutine s(a)
  integer, target, intent(in) :: a(*)
  call t(a) !! cannot be passed to the pointer
contains
  subroutine t(p)
    integer, pointer, intent(in) :: p(:)
  end subroutine
end subroutine
!=== shifts of the wrong rank
program p
  integer :: a(3), b(3, 3)
  a = cshift(a, [1]) !! must be a scalar
  b = eoshift(b, reshape([1], [1, 1])) !! be a scalar or have rank 1
end program
