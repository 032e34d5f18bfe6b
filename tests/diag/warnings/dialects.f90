!=== : old statements
program p
 integer :: l, i
 real :: x
 assign 10 to l !! ASSIGN is deleted from the language since Fortran 95
 goto l !! the assigned GOTO is deleted
10 continue
 do 20 i = 1, 3
20 print *, i !! a DO loop that ends neither with END DO nor with CONTINUE
 do 30 i = 1, 2
 do 30 l = 1, 2 !! a last statement that DO loops share
30 continue
 if (i) 40, 40, 50 !! the arithmetic IF is deleted from the language since Fortran 2018
40 continue
50 continue
 do x = 1, 2 !! a DO variable of type real
  print *, x
 end do
end
!=== -std=legacy: old statements that are asked for
program p
 integer :: l
 character(5) :: c
 assign 10 to l
 goto l
10 continue
 call s('ab') !! argument `c` has length 5, this is shorter: 2
contains
 subroutine s(c)
  character(5) :: c
 end subroutine
end
!=== -pedantic: extensions and what is obsolescent
program p
 real*8 :: x !! a type with `*` and a number of bytes is an extension
 character*4 :: c !! CHARACTER* is obsolescent
 integer :: i = 5 ! fine
 f(y) = y + 1 !! a statement function is obsolescent
 x = f(2.0)
 c = 'a'
 goto (10, 20) i !! the computed GOTO is obsolescent
10 continue
20 open(10, file='x', convert='native') !! CONVERT in OPEN is an extension
 i = -2147483647 - 1 !! it is outside the range
end
!=== -std=f2018: what is obsolescent
subroutine s(a)
 common /c/ x !! a COMMON block is obsolescent
 equivalence (x, y) !! EQUIVALENCE is obsolescent
 entry t(a) !! ENTRY is obsolescent
end
!=== -std=f95: many continuation lines
program p
 integer, parameter :: a(40) = (/ &
 1, &
 1, &
 1, &
 1, &
 1, &
 1, &
 1, &
 1, &
 1, &
 1, &
 1, &
 1, &
 1, &
 1, &
 1, &
 1, &
 1, &
 1, &
 1, &
 1, &
 1, &
 1, &
 1, &
 1, &
 1, &
 1, &
 1, &
 1, &
 1, &
 1, &
 1, &
 1, &
 1, &
 1, &
 1, &
 1, &
 1, &
 1, &
 1, &
 1/) !! a statement of the standard has at most 39 continuation lines
end
!=== : COMMON blocks of other sizes, padding
subroutine one
 common /c/ a, b
end
subroutine two
 common /c/ a !! COMMON block `c` has 4 bytes here, 8 bytes elsewhere
end
subroutine three
 integer :: i
 real(8) :: d
 common /e/ i, d !! 4 bytes of padding stand before `d`
end
!=== -Wno-align-commons: padding that nobody asks about
subroutine three
 integer :: i
 real(8) :: d
 common /e/ i, d
 print *, tiny(1.0) / huge(1.0) !! the result is too small for its kind
end
!=== -Wno-underflow: underflow that nobody asks about
print *, tiny(1.0) / huge(1.0)
call s(1)
contains
subroutine s(i) bind(c)
 use iso_c_binding
 integer(c_float) :: i !! `c_float` is a kind for type real, this is integer
end subroutine
end
!=== -fallow-argument-mismatch: arguments that differ
call s(1.0)
call s(1) !! this argument has type integer(4), in another reference
call t(2) !! argument
end
subroutine t(x)
 real :: x
end
!=== : private names with labels
module m
 private
 integer, bind(c, name='label') :: i !! `i` is private, but its binding label names it everywhere
 public :: q
contains
 subroutine p() bind(c) !! `p` is private
 end subroutine
 subroutine q() bind(c)
 end subroutine
end module
!=== -Wsurprising: parts of the result of TRANSFER
print *, transfer(1_1, 0) !! the result of `transfer` has 4 bytes, of which the source gives 1
print *, transfer([1_2, 2_2], 0)
end
!=== -fallow-invalid-boz: BOZ constants
complex :: z
integer :: i = b'101' !! a BOZ constant here is an extension
z = complex(z'44', 3) !! a BOZ constant as argument `x` of `complex`
i = float(o'17') !! a BOZ constant as argument of `float`
end
!=== -Wunused-dummy-argument: INTENT(OUT)
subroutine s(a, b) !! dummy argument `a` has INTENT(OUT) and is never set
 integer, intent(out) :: a
 integer, intent(out) :: b
 b = 1
end
!=== -Wreturn-type: a function without a value
integer function f() !! the result of function `f` is never set
end
!=== : a subscript that leaves the array in the last iteration
program p
  integer :: i, a(3)
  do i = 1, 3
    a(i + 1) = i !! becomes 4 in this loop
  end do
  print *, a(1)
end program
!=== : deallocation of a polymorphic object in a pure procedure
pure subroutine s(x)
type t
end type
class(t), allocatable, intent(inout) :: x
deallocate(x) !! a polymorphic object cannot be deallocated in this pure procedure
end
!=== -fopenmp: an iterator that no item uses, and a message before the first case
subroutine s(i, a)
  integer :: i, a(4)
  !$omp task depend(iterator(k=1:4, l=1:2), in: a(k)) !! no item uses the iterator `l`
  !$omp end task
  select case (i)
  !$omp nothing
  !$omp error severity(warning) message("no case") !! no case
  case (1)
    i = 2
  end select
end subroutine
!=== -fopenmp: the reduction `-`
subroutine s(n)
  integer :: i, n, k
  k = 0
  !$omp parallel do reduction(-: k) !! the reduction `-` is deprecated: `+` has the same meaning
  do i = 1, n
    k = k - i
  end do
end subroutine
!=== -fopenmp -Wno-deprecated-openmp: the reduction `-` where nobody asks
subroutine s(n)
  integer :: i, n, k
  k = 0
  !$omp parallel do reduction(-: k)
  do i = 1, n
    k = k - i
  end do
end subroutine
