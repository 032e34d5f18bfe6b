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
