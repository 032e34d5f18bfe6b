!=== variable never used
program p
  integer :: used, spare !! variable `spare` is never used [-Wunused-variable]
  used = 1
  print *, used
end program
!=== dummy argument never used
subroutine s(a, b) !! dummy argument `b` is never used [-Wunused-dummy-argument]
  integer, intent(inout) :: a
  a = a + 1
end subroutine
!=== named constant never used
program p
  integer, parameter :: n = 3, m = 4 !! named constant `m` is never used [-Wunused-parameter]
  print *, n
end program
!=== function result never set
integer function f(x) !! the result of function `f` is never set [-Wreturn-type]
  integer, intent(in) :: x
  print *, x
end function
!=== use before definition
subroutine s(n)
  integer, intent(in) :: n
  integer :: total
  total = total + n !! `total` is used before it has a value [-Wuninitialized]
  print *, total
end subroutine
!=== what a namelist READ may define has a value
program p
  integer :: nx, other
  namelist /grid/ nx
  read(*, nml=grid)
  print *, nx, other !! `other` is used before it has a value [-Wuninitialized]
end program
!=== use before definition in a condition
program p
  logical :: ready
  if (ready) print *, 1 !! `ready` is used before it has a value
end program
!=== real to integer
program p
  real :: x
  integer :: i
  x = 2.5
  i = x * 2 !! conversion from real(4) to integer(4) may change the value [-Wconversion]
  print *, i
end program
!=== double to single
subroutine s(x, y)
  real(8), intent(in) :: x
  real(4), intent(out) :: y
  y = x !! conversion from real(8) to real(4)
end subroutine
!=== wide to narrow integer
subroutine s(i, j)
  integer(8), intent(in) :: i
  integer(2), intent(out) :: j
  j = i !! conversion from integer(8) to integer(2)
end subroutine
!=== complex to real
subroutine s(z, x)
  complex, intent(in) :: z
  real, intent(out) :: x
  x = z !! conversion from complex(4) to real(4)
end subroutine
!=== character cut
program p
  character(3) :: c
  c = 'abcdef' !! a character value of length 6 is cut to 3 [-Wcharacter-truncation]
  print *, c
end program
!=== integer division
program p
  real :: x
  x = 1 / 2 !! this integer division gives 0 [-Winteger-division]
  print *, x
end program
!=== reals compared
subroutine s(x, l)
  real, intent(in) :: x
  logical, intent(out) :: l
  l = x == 0.3 !! compared for equality [-Wcompare-reals]
end subroutine
!=== implicit interface
program p
  external :: work
  call work(1) !! `work` is called with an implicit interface [-Wimplicit-interface]
end program
!=== name of an intrinsic
module m
contains
  real function cosd(x) !! `cosd` has the name of an intrinsic procedure [-Wintrinsic-shadow]
    real, intent(in) :: x
    cosd = x
  end function
end module
!=== loop that never runs
program p
  integer :: i
  do i = 3, 1 !! this loop is executed zero times [-Wzerotrip]
    print *, i
  end do
end program
!=== case that never matches
subroutine s(i)
  integer, intent(in) :: i
  select case (i)
  case (5:1) !! this range matches nothing [-Wsurprising]
    print *, 1
  end select
end subroutine
!=== several at once
subroutine s(n, unused) !! `unused`
  integer, intent(in) :: n
  real, intent(in) :: unused
  integer :: k
  real :: spare !! `spare`
  print *, n + k !! `k` is used before
end subroutine
!=== a label that nothing refers to
program p
10 print *, 1 !! label 10 is defined but not used [-Wunused-label]
end program
!=== a loop without iterations
program p
  integer :: i
  do i = 3, 1 !! this loop is executed zero times [-Wzerotrip]
    print *, i
  end do
end program
!=== an implied do without iterations
program p
  integer :: i
  print *, [(i, i=3, 1)] !! this implied do is executed zero times [-Wzerotrip]
end program
!=== one variable for two arguments
program p
  integer :: i
  i = 1
  call s(i, i) !! one variable is passed to `a` and to `b`
contains
  subroutine s(a, b)
    integer, intent(in) :: a
    integer, intent(out) :: b
    b = a
  end subroutine
end program
!=== a pointer to a local variable
subroutine s(q)
  integer, pointer, intent(out) :: q
  integer, target :: t
  t = 1
  q => t !! pointer `q` may live longer than its target `t` [-Wtarget-lifetime]
end subroutine
!=== a subscript that may leave the array in the last iteration
program p
  integer :: i, a(3)
  a = 0
  do i = 1, 3
    if (a(1) == 0) a(i + 1) = i !! becomes 4 in this loop
  end do
  print *, a(1)
end program
!=== an internal procedure that nothing uses
program p
  call used(2)
contains
  subroutine used(k)
    integer, intent(in) :: k
    if (k > 0) call used(k - 1)
  end subroutine
  subroutine unused !! internal procedure `unused` is never used
  end subroutine
end program
!=== a private variable that nothing uses
module m
  implicit none
  private
  integer, public :: a = 1
  integer :: b = 2 !! private module variable `b` is never used
  integer :: c = 3
  public :: s
contains
  subroutine s
    c = c + 1
  end subroutine
end module
!=== a kind that need not be that of C
subroutine s(i) bind(c) !! not one of ISO_C_BINDING
  integer, intent(inout) :: i
  i = i + 1
end subroutine
!=== a variable that overflows at the end of a loop
program p
  integer :: i
  do i = 1, 2147483647 !! goes beyond its largest value
    if (i == 3) exit
  end do
end program
!=== a negative power of an integer
program p
  integer :: i
  i = 2
  print *, i**(-1) !! an integer to a negative power
end program
!=== a tab
program p
	print *, 1 !! a tab is not a character of Fortran [-Wtabs]
end program
!=== a character constant that goes on without an ampersand
program p
  print *, 'one line, &
    and the next one' !! goes on after `&`
end program
!=== a sum that a loop begins with
subroutine s(n, x)
  integer, intent(in) :: n
  real, intent(in) :: x(n)
  real :: total
  integer :: i
  do i = 1, n
    total = total + x(i) !! `total` is used before it has a value [-Wuninitialized]
  end do
  print *, total
end subroutine
!=== what only later iterations use is fine; what is imported and not used
module m
  integer :: counter = 0, other = 0
end module
subroutine s(n)
  use m, only: counter, other !! `other` is imported and never used [-Wunused-variable]
  integer, intent(in) :: n
  integer :: i, last
  do i = 1, n
    if (i > 1) counter = counter + last
    last = i
  end do
end subroutine
!=== an allocatable array that is not allocated
program p
  integer, allocatable :: a(:), b(:)
  allocate (a(3))
  a(1) = 2 * b(1) !! `b` is used before it is allocated [-Wuninitialized]
  print *, a(1)
end program
