!=== character assigned to an integer
program p
  integer :: i
  i = 'a' !! assigned
end program
!=== logical assigned to a real
program p
  real :: x
  x = .true. !! assigned
end program
!=== number assigned to a character
program p
  character(4) :: c
  c = 12 !! assigned
end program
!=== array assigned to a scalar
program p
  real :: x, a(3)
  x = a !! rank
end program
!=== arrays of different rank
program p
  real :: a(3), b(3, 3)
  a = b !! rank
end program
!=== arrays of different shape
program p
  real :: a(3), b(4)
  a = b !! shape
end program
!=== operands of different shape
program p
  real :: a(3), b(4), c(3)
  c = a + b !! shape
end program
!=== sections of different shape
program p
  real :: a(10)
  a(1:3) = a(4:9) !! shape
end program
!=== operands of different rank
program p
  real :: a(4), b(2, 2)
  a = a * b !! rank
end program
!=== addition of a logical
program p
  integer :: i
  i = 1 + .true. !! +
end program
!=== and of integers
program p
  logical :: l
  l = 1 .and. 2 !! .and.
end program
!=== not of an integer
program p
  logical :: l
  l = .not. 2 !! .not.
end program
!=== comparison of logicals
program p
  logical :: l
  l = l == .true. !! ==
end program
!=== comparison of a character with a number
program p
  character(3) :: c
  if (c == 3) print *, 1 !! ==
end program
!=== ordering of complex numbers
program p
  complex :: z
  if (z > (1.0, 0.0)) print *, 1 !! >
end program
!=== concatenation of a number
program p
  character(3) :: c
  c = c // 3 !! //
end program
!=== minus of a character
program p
  character(3) :: c
  print *, -c !! -
end program
!=== subscripts too many
program p
  real :: a(3)
  a(1, 2) = 1 !! rank
end program
!=== subscripts too few
program p
  real :: a(3, 3)
  a(1) = 1 !! rank
end program
!=== subscript is logical
program p
  real :: a(3)
  print *, a(.true.) !! integer
end program
!=== subscript of a scalar
program p
  implicit none
  real :: x
  x(1) = 2 !! x
end program
!=== constant subscript out of bounds in a parameter
program p
  integer, parameter :: k(3) = [1, 2, 3]
  integer, parameter :: j = k(4) !! subscript
end program
!=== section stride zero
program p
  real :: a(3)
  a(1:3:0) = 1 !! zero
end program
!=== substring of a number
program p
  implicit none
  integer :: i
  print *, i(1:2) !! i
end program
!=== substring past the end
program p
  character(5) :: c
  c(3:8) = 'abc' !! length
end program
!=== substring with a real bound
program p
  character(5) :: c
  c(1.5:2) = 'abc' !! integer
end program
!=== constructor with mixed types
program p
  integer :: k(2)
  k = [1, 'a'] !! type
end program
!=== constructor without type and values
program p
  integer :: k(2)
  k = [] !! type
end program
!=== constructor with strings of different length
program p
  character(5) :: k(2)
  k = ['abc', 'defgh'] !! length
end program
!=== constructor implied do variable is no integer
program p
  real :: x
  integer :: k(2)
  k = [(1, x = 1, 2)] !! x
end program
!=== nested constructors use one variable
program p
  integer :: i
  integer :: k(4)
  k = [((i, i = 1, 2), i = 1, 2)] !! i
end program
!=== division by zero in a constant
program p
  integer, parameter :: k = 1 / 0 !! zero
end program
!=== mod by zero in a constant
program p
  integer, parameter :: k = mod(1, 0) !! mod
end program
!=== integer overflow in a literal
program p
  integer :: i
  i = 3000000000 !! integer(4)
end program
!=== integer overflow in a constant product
program p
  integer, parameter :: k = 2147483647 * 2 !! integer(4)
end program
!=== integer overflow in a constant sum
program p
  integer, parameter :: k = huge(1) + 1 !! integer(4)
end program
!=== integer overflow by a constant power
program p
  integer, parameter :: k = 10**10 !! integer(4)
end program
!=== real overflow in a literal
program p
  real :: x
  x = 1.0e50 !! real(4)
end program
!=== zero to a negative power
program p
  integer, parameter :: k = 0**(-1) !! zero
end program
!=== literal of a kind that does not exist
program p
  print *, 1_5 !! kind
end program
!=== real literal of a kind that does not exist
program p
  print *, 1.0_3 !! kind
end program
!=== literal with exponent letter q and a kind
program p
  print *, 1.5q0_16 !! takes no kind
end program

!=== constant beyond the range of real(10)
program p
  print *, huge(1.0_10)*2.0_10 !! not a finite real(10)
end program

!=== kind name of a literal that is not constant
program p
  integer :: k = 4
  print *, 1.0_k !! constant
end program
!=== boz with wrong digits
program p
  integer :: i
  i = int(b'102') !! literal of base
end program
!=== square root of a negative constant
program p
  real, parameter :: x = sqrt(-1.0) !! sqrt
end program
!=== logarithm of zero
program p
  real, parameter :: x = log(0.0) !! log
end program
!=== arc sine outside its domain
program p
  real :: x
  x = asin(2.0) !! asin
end program
!=== char of a large number
program p
  character, parameter :: c = char(300) !! char
end program
!=== intrinsic with too few arguments
program p
  print *, mod(3) !! mod
end program
!=== intrinsic with too many arguments
program p
  print *, sin(1.0, 2.0) !! sin
end program
!=== intrinsic with an argument of wrong type
program p
  print *, sin('a') !! sin
end program
!=== intrinsic with arguments of different kind
program p
  print *, mod(3, 2.0) !! mod
end program
!=== intrinsic max of mixed types
program p
  print *, max(1, 2.0) !! max
end program
!=== intrinsic with an unknown keyword
program p
  print *, sum([1, 2], dimension=1) !! dimension
end program
!=== dim outside the rank
program p
  real :: a(3)
  print *, sum(a, dim=2) !! dim
end program
!=== size of a scalar
program p
  real :: x
  print *, size(x) !! array
end program
!=== reshape with too few values
program p
  integer :: a(2, 2)
  a = reshape([1, 2, 3], [2, 2]) !! reshape
end program
!=== reshape with a negative extent
program p
  integer :: a(2)
  a = reshape([1, 2, 3], [-2]) !! negative
end program
!=== reshape order is no permutation
program p
  integer :: a(2, 2)
  a = reshape([1, 2, 3, 4], [2, 2], order=[1, 1]) !! order
end program
!=== matmul of vectors
program p
  real :: a(3)
  print *, matmul(a, a) !! matrix
end program
!=== matmul of shapes that do not fit
program p
  real :: a(2, 3), b(2, 3)
  print *, matmul(a, b) !! matmul
end program
!=== dot_product of different lengths
program p
  real :: a(3), b(4)
  print *, dot_product(a, b) !! dot_product
end program
!=== transpose of a vector
program p
  real :: a(3)
  print *, transpose(a) !! rank
end program
!=== merge of different types
program p
  print *, merge(1, 2.0, .true.) !! merge
end program
!=== pack mask of another shape
program p
  integer :: a(3)
  logical :: m(4)
  print *, pack(a, m) !! pack
end program
!=== spread with dim too large
program p
  integer :: a(3)
  print *, spread(a, 4, 2) !! dim
end program
!=== cshift of a scalar
program p
  integer :: a
  print *, cshift(a, 1) !! array
end program
!=== allocated of something that is not allocatable
program p
  real :: a(3)
  print *, allocated(a) !! allocatable
end program
!=== associated of something that is no pointer
program p
  real, target :: a(3)
  print *, associated(a) !! pointer
end program
!=== present of something that is no dummy
program p
  real :: a
  print *, present(a) !! a
end program
!=== present of a dummy that is not optional
subroutine s(a)
  real :: a
  print *, present(a) !! OPTIONAL
end subroutine
!=== random_number into an integer
program p
  integer :: i
  call random_number(i) !! real
end program
!=== selected_real_kind that gives nothing
program p
  integer, parameter :: k = selected_real_kind(400)
  real(k) :: x !! kind
end program
!=== function not declared
program p
  implicit none
  real :: x
  x = unknown_function(3) !! unknown_function
end program
!=== procedure name in an expression
program p
  real :: x
  x = s + 1 !! s
contains
  subroutine s()
  end subroutine
end program
!=== label in an expression list
program p
  integer :: i
  i = (1, 2)
  call s((1, 'a')) !! parts of a complex literal must be real or integer constants
end program
!=== complex literal with a logical part
program p
  complex :: z
  z = (1.0, .true.) !! parts of a complex literal must be real or integer constants
end program
!=== array in a case of stop
program p
  integer :: a(3)
  stop a !! scalar
end program
!=== assumed size as a whole
subroutine s(a)
  real :: a(*)
  a = 0 !! assumed-size
end subroutine
!=== size of an assumed-size array
subroutine s(a)
  real :: a(*)
  print *, size(a) !! assumed-size
end subroutine
!=== upper bound of the last dimension missing
subroutine s(a)
  real :: a(*)
  print *, a(2:) !! upper bound
end subroutine
!=== pointer assigned to a value
program p
  real, pointer :: x
  x => 3.0 !! target of a pointer assignment must have the TARGET or POINTER attribute
end program
!=== pointer to something that is no target
program p
  real, pointer :: x
  real :: y
  x => y !! TARGET
end program
!=== pointer of another type
program p
  real, pointer :: x
  integer, target :: y
  x => y !! type
end program
!=== pointer of another rank
program p
  real, pointer :: x(:)
  real, target :: y(3, 3)
  x => y !! rank
end program
!=== pointer of another kind
program p
  real(8), pointer :: x
  real(4), target :: y
  x => y !! cannot point to something of type real
end program
!=== pointer assignment to something that is no pointer
program p
  real, target :: x, y
  x => y !! pointer
end program
!=== pointer to a vector subscript
program p
  real, pointer :: x(:)
  real, target :: y(5)
  x => y([1, 3]) !! vector
end program
!=== pointer to a protected target
module m
  integer, target, protected :: t
end module
program p
  use m
  integer, pointer :: q
  q => t !! PROTECTED
end program
!=== remapping with too few elements
program p
  real, pointer :: x(:, :)
  real, target :: y(5)
  x(1:3, 1:3) => y !! 5
end program
!=== nullify something that is no pointer
program p
  real, allocatable :: x
  nullify (x) !! pointer
end program
!=== allocate something that is not allocatable
program p
  real :: x(3)
  allocate (x(3)) !! allocatable
end program
!=== allocate without shape
program p
  real, allocatable :: x(:)
  allocate (x) !! array is allocated with bounds
end program
!=== allocate with the wrong rank
program p
  real, allocatable :: x(:)
  allocate (x(3, 3)) !! rank
end program
!=== allocate a scalar with bounds
program p
  real, allocatable :: x
  allocate (x(3)) !! scalar is allocated without bounds
end program
!=== allocate stat is no integer
program p
  real, allocatable :: x(:)
  real :: s
  allocate (x(3), stat=s) !! STAT
end program
!=== allocate with source of another type
program p
  real, allocatable :: x(:)
  integer :: s(3)
  allocate (x(3), source=s) !! type
end program
!=== allocate with source and mold
program p
  real, allocatable :: x(:)
  real :: s(3)
  allocate (x, source=s, mold=s) !! MOLD
end program
!=== allocate errmsg is no character
program p
  real, allocatable :: x(:)
  integer :: s
  allocate (x(3), errmsg=s) !! ERRMSG
end program
!=== allocate one object twice
program p
  real, allocatable :: x(:)
  allocate (x(3), x(4)) !! x
end program
!=== allocate stat is the object
program p
  integer, allocatable :: x
  allocate (x, stat=x) !! STAT
end program
!=== deallocate something that is not allocatable
program p
  real :: x(3)
  deallocate (x) !! allocatable
end program
!=== deallocate an element
program p
  real, allocatable :: x(:)
  deallocate (x(1)) !! object of DEALLOCATE is neither allocatable nor a pointer
end program
!=== allocate with a type that does not fit
program p
  real, allocatable :: x(:)
  allocate (integer :: x(3)) !! type
end program
!=== move_alloc of different types
program p
  real, allocatable :: x(:)
  integer, allocatable :: y(:)
  call move_alloc(x, y) !! type
end program
!=== assigning null to a variable
program p
  real, pointer :: x
  x = null() !! null
end program
!=== constant expression with a function of the user
program p
  integer, parameter :: k = f(3) !! f
contains
  pure integer function f(i)
    integer, intent(in) :: i
    f = i
  end function
end program
!=== negative length of repeat
program p
  print *, repeat('a', -1) !! repeat
end program
!=== ichar of a string
program p
  integer :: i
  i = ichar('abc') !! ichar
end program
!=== shift beyond the size
program p
  integer :: i
  i = ishft(1, 40) !! ishft
end program
!=== btest position outside
program p
  print *, btest(1, 32) !! position
end program
!=== ibset with a negative position
program p
  print *, ibset(1, -1) !! position
end program
!=== kind argument that is not constant
program p
  integer :: k = 8
  print *, int(3.5, kind=k) !! constant
end program
!=== transfer without mold
program p
  print *, transfer(1) !! mold
end program
!=== vector subscript of rank two
program p
  integer :: a(3), v(2, 2)
  print *, a(v) !! rank
end program
!=== character in an arithmetic expression
program p
  integer :: i
  i = i + 'a' !! +
end program
!=== two argument lists: what a function gives has no substrings, and no arguments
module m
  implicit none
  type t
    procedure(f), pointer, nopass :: p
    character(5) :: s(2)
  contains
    procedure, nopass :: g
  end type
  interface gen
    procedure f
  end interface
contains
  character(3) function f(i)
    integer, intent(in) :: i
    f = 'abc'
  end function
  integer function g(i)
    integer, intent(in) :: i
    g = i
  end function
  subroutine sub(i)
    integer, intent(in) :: i
    type(t) :: o
    procedure(f), pointer :: p
    character(4), external :: ext
    print *, f(1)(2:3) !! `f` takes one argument list
    print *, f(1)(2) !! `f` takes one argument list
    print *, gen(1)(2:3) !! `gen` takes one argument list
    print *, o%g(1)(2) !! `g` takes one argument list
    print *, o%p(1)(2:2) !! `p` takes one argument list
    print *, p(1)(1:2) !! `p` takes one argument list
    print *, ext(1)(1:2) !! `ext` takes one argument list
    print *, abs(i)(2) !! `abs` takes one argument list
    print *, repeat('a', 3)(1:2) !! `repeat` takes one argument list
    call sub(1)(2) !! `sub` takes one argument list
    call o%g(1)(2) !! `g` takes one argument list
    o = t(p)(o%s) !! `t` takes one argument list
    print *, o%s(1)(2:3)
  end subroutine
end module
!=== the angle of complex coordinates
program p
  complex :: z, w
  print *, atan(z, w) !! the arguments of `atan` must be real where there are two
end program
!=== a direction that is none, in quadruple precision
program p
  print *, nearest(1.0_16, 0.0_16) !! the second argument of `nearest` is zero
end program
!=== a count that its kind does not have
program p
  integer(1), parameter :: n = storage_size(1.0_16, 1) !! 128 does not fit in integer(1)
end program
!=== bits beside a truth value
program p
  print *, xor(.true., z'1') !! must be both integer or both logical
end program
