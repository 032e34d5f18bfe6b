!=== allocated twice
program p
 integer, allocatable :: a(:)
 allocate(a(3))
 allocate(a(4)) !! Attempting to allocate already allocated variable 'a'
end
!=== assumed-shape dummy
program p
 real :: x(3)
 integer :: n
 n = 4
 call s(x(:), n)
contains
 subroutine s(x, n)
 integer :: n
 real :: x(:)
 x(n) = 1 !! Index '4' of dimension 1 of array 'x' above upper bound of 3
 end subroutine
end
!=== deallocation of what is not allocated
program p
 integer, allocatable :: a(:)
 deallocate(a) !! Attempt to DEALLOCATE unallocated 'a'
end
!=== deallocation of a null pointer
program p
 integer, pointer :: a(:)
 nullify(a)
 deallocate(a) !! Attempt to DEALLOCATE unallocated 'a'
end
!=== assumed-size array, first dimension
subroutine s(a, n)
 integer :: n
 real :: a(n, *)
 integer :: i
 i = 4
 a(i, 2) = 1 !! Index '4' of dimension 1 of array 'a' above upper bound of 3
end
program p
 real :: x(3, 4)
 call s(x, 3)
 print *, x
end
!=== null pointer as an actual argument
program p
 integer, pointer :: q
 nullify(q)
 call s(q) !! Pointer actual argument 'q' is not associated
contains
 subroutine s(x)
 integer :: x
 x = 1
 end subroutine
end
!=== component through a null pointer
program p
 type t
  integer :: k
 end type
 type(t), pointer :: q
 nullify(q)
 print *, q%k !! Pointer 'q' is not associated
end
!=== assignment through a null pointer
program p
 integer, pointer :: q
 nullify(q)
 q = 3 !! Pointer 'q' is not associated
 print *, q
end
!=== call through a null procedure pointer
program p
 procedure(s), pointer :: f
 f => null()
 call f(1) !! Procedure pointer 'f' is not associated
contains
 subroutine s(x)
 integer :: x
 end subroutine
end
!=== section past the end
program p
 integer :: a(10), n
 n = 12
 a = 1
 print *, sum(a(2:n)) !! Index '12' of dimension 1 of array 'a' outside of expected range (1:10)
end
!=== section before the start
program p
 integer :: a(10), n
 n = 0
 a(n:3) = 1 !! Index '0' of dimension 1 of array 'a' outside of expected range (1:10)
 print *, a
end
!=== shapes of an assignment
program p
 integer, allocatable :: a(:), b(:)
 integer :: c(4)
 allocate(a(3), b(4))
 b = 1
 c(1:size(a)) = b !! Array bound mismatch for dimension 1 of array 'c' (3/4)
 print *, c
end
!=== shapes of operands
program p
 integer, allocatable :: a(:), b(:)
 integer :: c(3)
 allocate(a(3), b(4))
 a = 1
 b = 1
 c = a + b !! Array bound mismatch for dimension 1 of array 'b' (4/3)
 print *, c
end
!=== loop with step zero
program p
 integer :: i, n
 n = 0
 do i = 1, 3, n !! DO step value is zero
 end do
end
!=== shared loop with step zero
program p
 integer :: i, n
 n = 0
 !$omp parallel do !! DO step value is zero
 do i = 1, 3, n
 end do
end
!=== collapsed loops with step zero
program p
 integer :: i, j, n
 n = 0
 !$omp parallel do collapse(2) !! DO step value is zero
 do i = 1, 3
 do j = 1, 3, n
 end do
 end do
end
!=== tiles of a loop with step zero
program p
 integer :: i, n
 n = 0
 !$omp tile sizes(2)
 do i = 1, 3, n !! DO step value is zero
 end do
end
!=== substring past the end
program p
 character(5) :: c
 integer :: n
 n = 8
 c = 'abcde'
 print *, c(2:n) !! Substring out of bounds: upper bound (8) of 'c' exceeds string length (5)
end
!=== substring before the start
program p
 character(5) :: c
 integer :: n
 n = 0
 c = 'abcde'
 print *, c(n:3) !! Substring out of bounds: lower bound (0) of 'c' is less than one
end
!=== element of what is not allocated
program p
 integer, allocatable :: a(:)
 integer :: i
 i = 2
 a(i) = 1 !! Allocatable variable 'a' is not allocated
 print *, a
end
!=== actual argument that is not allocated
program p
 integer, allocatable :: a(:)
 call s(a) !! Allocatable actual argument 'a' is not allocated
contains
 subroutine s(x)
 integer :: x(:)
 x = 1
 end subroutine
end
!=== scalar that is not allocated
program p
 integer, allocatable :: a, b
 b = a + 1 !! Allocatable variable 'a' is not allocated
 print *, b
end
!=== vector subscript
program p
 integer :: a(10), v(3)
 v = [1,11,2]
 a = 1
 print *, a(v) !! Index '11' of dimension 1 of array 'a' outside of expected range (1:10)
end
!=== bit position
program p
 integer :: i, n
 n = 40
 i = ibset(0, n) !! POS argument out of range 0:31 in intrinsic IBSET
 print *, i
end
!=== recursion without RECURSIVE
program p
 implicit none
 print *, f(3)
contains
 integer function f(n) result(r) !! Recursive call to nonrecursive procedure 'f'
  integer, intent(in) :: n
  r = 1
  if (n > 0) r = g(n - 1)
 end function
 recursive integer function g(n) result(r)
  integer, intent(in) :: n
  r = f(n)
 end function
end
!=== string shorter than the dummy
program p
 character(len=2) :: c
 c = 'ab'
 call s(c)
contains
 subroutine s(x) !! Actual string length is shorter than the declared one for dummy argument 'x' (2/5)
 character(len=5) :: x
 x = 'abc'
 end subroutine
end
!=== string pointer of another length
module m
contains
 subroutine s(x) !! Actual string length does not match the declared one for dummy argument 'x' (7/5)
 character(len=5), pointer :: x
 nullify(x)
 end subroutine
 subroutine t(n)
 integer, intent(in) :: n
 character(len=n), pointer :: y
 call s(y)
 end subroutine
end module
program p
 use m
 call t(7)
end
!=== assumed-shape strings of another length
program p
 character(len=4) :: c(3)
 integer :: n
 n = 3
 c = 'abcd'
 call s(c, n)
contains
 subroutine s(x, n) !! Actual string length does not match the declared one for dummy argument 'x' (4/3)
 integer, intent(in) :: n
 character(len=n) :: x(:)
 print *, x
 end subroutine
end
!=== constructor with strings of two lengths
program p
 character(len=8) :: a, b, c(3)
 a = 'abc'
 b = 'de'
 c = [trim(a), trim(a), trim(b)] !! Different CHARACTER lengths (3/2) in array constructor
 print *, c
end
!=== constructor with strings of two lengths in an implied do
program p
 character(len=8) :: a, c(3)
 integer :: i
 a = 'abcdef'
 c = [(a(1:i), i = 2, 4)] !! Different CHARACTER lengths (2/3) in array constructor
 print *, c
end
!=== implied do of a constructor beyond the array
program p
 integer :: a(4), i, n
 integer, allocatable :: b(:)
 a = 1
 n = 5
 b = [(a(i), i = 1, n)] !! Index '5' of dimension 1 of array 'a' above upper bound of 4
 print *, b
end
!=== FORALL beyond the array
program p
 integer :: a(4), b(4), i, n
 a = 1
 n = 4
 forall (i = 1:n) b(i) = a(i + 1) !! Index '5' of dimension 1 of array 'a' above upper bound of 4
 print *, b
end
!=== DO CONCURRENT beyond the array
program p
 integer :: a(4), i, n
 n = 5
 do concurrent (i = 1:n)
 a(i) = i !! Index '5' of dimension 1 of array 'a' above upper bound of 4
 end do
 print *, a
end
!=== assumed-size array below its bound
subroutine s(a, i)
 integer :: a(2:*), i
 a(i) = 1 !! Index '1' of dimension 1 of array 'a' below lower bound of 2
end
program p
 integer :: x(5)
 call s(x, 1)
end
!=== array too small for an explicit-shape dummy
program p
 integer :: x(5), n
 n = 6
 x = 0
 call s(x, n) !! Actual argument contains too few elements for dummy argument 'a' (5/6)
contains
 subroutine s(a, n)
 integer, intent(in) :: n
 integer :: a(n)
 print *, a
 end subroutine
end
!=== rest of an array too small for an explicit-shape dummy
program p
 integer :: x(3, 4), n
 n = 8
 x = 0
 call s(x(3, 2), n) !! Actual argument contains too few elements for dummy argument 'a' (7/8)
contains
 subroutine s(a, n)
 integer, intent(in) :: n
 integer :: a(2, n / 2)
 print *, a
 end subroutine
end
!=== pointer to a string of another length
program p
 character(len=10), target :: s
 character(len=5), pointer :: q
 integer :: n
 n = 8
 q => s(1:n) !! Unequal character lengths (5/8) in pointer assignment
 print *, q
end
!=== DO variable changed by a procedure
program p
 integer :: i
 do i = 1, 4 !! Loop variable has been modified
 call s(i)
 end do
contains
 subroutine s(j)
 integer :: j
 j = j + 1
 end subroutine
end
!=== DO variable at the end of its range
program p
 integer(2) :: i, n
 n = huge(n)
 do i = 32760_2, n !! Loop iterates infinitely
 if (i < 0) exit
 end do
end
!=== scalar assigned to what is not allocated
program p
 real, allocatable :: a(:)
 a = 1 !! Assignment of scalar to unallocated array
 print *, a
end
!=== dim out of range
program p
 integer :: a(2, 3), d
 d = 3
 a = 1
 print *, sum(a, dim=d) !! Dim argument incorrect in SUM intrinsic: is 3, should be between 1 and 2
end
!=== negative number of copies
program p
 integer :: n
 n = -2
 print *, repeat('ab', n) !! Argument NCOPIES of REPEAT intrinsic is negative (its value is -2)
end
!=== order of RESHAPE twice the same
program p
 integer :: n
 n = 2
 print *, reshape([1, 2, 3, 4], [2, 2], order=[2, n]) !! Duplicate value 2 in ORDER argument to RESHAPE intrinsic
end
!=== order of RESHAPE out of range
program p
 integer :: n
 n = 3
 print *, reshape([1, 2, 3, 4], [2, 2], order=[1, n]) !! Value 3 out of range in ORDER argument to RESHAPE intrinsic
end
!=== too few values for UNPACK
program p
 logical :: m(3)
 integer :: v(2)
 m = .true.
 v = 1
 print *, unpack(v, m, 0) !! Incorrect size of return value in UNPACK intrinsic: should be at least 3, is 2
end
!=== SOURCE of another shape
program p
 integer, allocatable :: a(:)
 integer :: b(3), n
 n = 2
 b = 1
 allocate(a(n), source=b) !! Array bound mismatch for dimension 1 of array 'a' (2/3)
end
!=== mask of WHERE of another shape
program p
 integer, allocatable :: a(:)
 logical, allocatable :: m(:)
 allocate(a(3), m(4))
 m = .true.
 where (m)
 a = 1 !! Array bound mismatch for dimension 1 of array 'a' (3/4)
 end where
end
!=== vector-subscripted variable of another shape
program p
 integer :: a(5)
 integer, allocatable :: v(:), b(:)
 v = [1, 2, 3]
 b = [1, 2]
 a(v) = b !! Array bound mismatch for dimension 1 of array 'a' (3/2)
end
!=== subscript beside a vector subscript
program p
 integer :: a(3, 3), n
 integer :: v(2)
 v = [1, 3]
 n = 4
 a = 0
 print *, a(v, n) !! Index '4' of dimension 2 of array 'a' above upper bound of 3
end
!=== null procedure pointer as an argument
program p
 procedure(s), pointer :: q
 nullify(q)
 call t(q) !! Proc-pointer actual argument 'q' is not associated
contains
 subroutine s
 end subroutine
 subroutine t(f)
 procedure(s) :: f
 call f
 end subroutine
end
!=== element of a polymorphic array
program p
 type t
 integer :: k = 1
 end type
 class(t), allocatable :: a(:)
 integer :: n
 allocate(a(3))
 n = 4
 call s(a(n)) !! Index '4' of dimension 1 of array 'a' above upper bound of 3
contains
 subroutine s(x)
 class(t) :: x
 print *, x%k
 end subroutine
end
!=== substring of array elements
program p
 character(len=4) :: c(3)
 integer :: n
 c = 'abcd'
 n = 5
 print *, c(:)(2:n) !! Substring out of bounds: upper bound (5) of 'c' exceeds string length (4)
end
