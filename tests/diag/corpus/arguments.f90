!=== vector subscripts for an asynchronous dummy
program p
  integer :: a(10), v(3)
  v = [1, 2, 3]
  call f(a(v)) !! a section with a vector subscript is passed to ASYNCHRONOUS `x`
contains
  subroutine f(x)
    integer, asynchronous :: x(:)
  end subroutine
end program
!=== allocatable coarray for a dummy that is none
program p
  integer, allocatable :: c(:)[:]
  allocate(c(1)[*])
  call s(c) !! an allocatable coarray is passed to INTENT(OUT) `y`
contains
  subroutine s(y)
    integer, allocatable, intent(out) :: y(:)
    allocate(y(1))
  end subroutine
end program
!=== coarray dummies
program p
  integer, save :: c[*]
  integer :: k
  call s(k) !! argument `x` is a coarray, so the actual argument must be one
  call s(c[1]) !! argument `x` is a coarray, so the actual argument cannot be coindexed
  call s(c)
contains
  subroutine s(x)
    integer :: x[*]
  end subroutine
end program
!=== coranks of allocatable coarrays
program p
  integer, allocatable :: a[:, :]
  call s(a) !! argument `x` has corank 1, this has corank 2
contains
  subroutine s(x)
    integer, allocatable :: x[:]
  end subroutine
end program
!=== coindexed pointer component
program p
  type t
    integer, pointer :: q
  end type
  type(t), save :: x[*]
  call s(x[1]%q) !! a coindexed object is passed to the pointer `a`
contains
  subroutine s(a)
    integer, pointer :: a
  end subroutine
end program
!=== NULL() for an implicit interface
program p
  implicit none
  integer, pointer :: z(:)
  external :: s
  call s(null(z)) !! NULL() needs a procedure with an explicit interface
end program
!=== all arguments of one call
program p
  call s(1.0, & !! argument `i` has type integer(4), this is real(4)
    .true.) !! argument `r` has type real(4), this is logical(4)
contains
  subroutine s(i, r)
    integer :: i
    real :: r
  end subroutine
end program
!=== elements that follow one
program p
  integer :: v(10), m(2, 2)
  call s(v(8)) !! argument `a` needs 4 elements, from here on there are 3
  call s(m(2, 1)) !! argument `a` needs 4 elements, from here on there are 3
  call s(m(1, 1))
  call s(v(7))
contains
  subroutine s(a)
    integer :: a(4)
  end subroutine
end program
!=== characters that follow an element
program p
  character(len=4) :: c(2)
  c = 'abcd'
  call s(c(2)) !! argument `a` needs 3 elements, from here on there are 2
  call s(c(1)(3:4))
  call s(c(1)(4:4)) !! argument `a` needs 3 elements, from here on there are 2
contains
  subroutine s(a)
    character(len=2) :: a(3)
  end subroutine
end program
!=== pointer component of INTENT(IN)
subroutine s(x)
  type t
    integer, pointer :: q
  end type
  type(t), intent(in) :: x
  x%q = 5
  nullify(x%q) !! a component of `x` cannot be
  allocate(x%q) !! a component of `x` cannot be
end subroutine
!=== ranks of MOVE_ALLOC
program p
  integer, allocatable :: a(:), b(:)[:]
  call move_alloc(a, b) !! the arguments of `move_alloc` have coranks 0 and 1
end program
!=== parts of each other in MOVE_ALLOC
program p
  type t
    type(t), allocatable :: next
  end type
  type(t) :: x
  allocate(x%next)
  allocate(x%next%next)
  call move_alloc(x%next, x%next%next) !! one argument of `move_alloc` is the other one, or a part of it
end program
!=== boundary of EOSHIFT
program p
  integer :: a(2, 3, 4), b(3, 5)
  a = 1
  b = 1
  a = eoshift(a, 1, b) !! the boundary of `eoshift` does not have the shape
end program
!=== a seed that is too small
program p
  integer :: seed(4)
  call random_seed(get=seed) !! a seed has 8 elements, this array has 4
end program
!=== C_SIZEOF of what C does not have
subroutine s(z)
  use iso_c_binding
  type t
    real, allocatable :: a(:)
  end type
  real :: z(*)
  type(t) :: u
  print *, c_sizeof(z) !! cannot be an array of assumed size
  print *, c_sizeof(u) !! cannot be of a type without BIND(C)
end subroutine
!=== atomic variables
program p
  use iso_fortran_env
  integer(atomic_int_kind) :: c[*], v
  integer(1) :: small[*]
  logical :: l
  call atomic_define(v, 1) !! an atomic variable must be a coarray or coindexed
  call atomic_define(small, 1) !! an atomic variable must be of type integer(atomic_int_kind)
  call atomic_ref(l, c) !! argument `value` of `atomic_ref` must have the type of the atomic variable
end program
!=== IMAGE_INDEX
program p
  integer :: x[*]
  print *, image_index(x, [1.0]) !! argument `sub` of `image_index` must be an integer array of rank 1
  print *, image_index(x, [1, 2]) !! argument `sub` of `image_index` has 2 elements, the corank is 1
end program
!=== assumed rank on both sides
subroutine s(a, b)
  integer :: a(..), b(..)
  a = & !! assumed
    b !! assumed
end subroutine
!=== vector subscripts for intrinsic subroutines
program p
  integer :: v(3), i(3)
  v = 1
  i = [1, 2, 3]
  call co_sum(v(i)) !! `co_sum` cannot define a section with a vector subscript
end program
!=== second argument of assumed rank
subroutine s(a, b)
  integer, pointer :: a(..)
  integer, target :: b(..)
  print *, associated(a, b) !! the second argument of `associated` cannot be of assumed rank
end subroutine
!=== Hollerith constants in comparisons
program p
  integer :: i
  i = 4habcd
  if (i == 4habcd) stop 1 !! a Hollerith constant can be compared with other types under -fdec only
end program
!=== BOZ constant as a component
program p
  type t
    integer :: a
  end type
  type(t) :: x
  data x /t(z'1')/ !! a BOZ constant cannot be a component value
end program
!=== vector subscript before a part of complex numbers
program p
  complex :: z(4)
  integer :: v(2) = [1, 2]
  call s(z(v)%re) !! a section with a vector subscript cannot be passed to `x`
contains
  subroutine s(x)
    real, intent(out) :: x(:)
    x = 1
  end subroutine
end program
!=== Hollerith constant for an unsigned dummy
program p
  call s(4habcd) !! a constant cannot be converted to unsigned(4)
contains
  subroutine s(x)
    unsigned :: x
    print *, x
  end subroutine
end program
