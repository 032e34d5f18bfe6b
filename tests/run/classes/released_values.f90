! Values of types with allocatable components go when their statement is over: structure and array constructors in every
! place, results of functions, copies for VALUE. No FINAL procedure runs for a constructor.
module m
 implicit none
 integer, parameter :: big = 200000
 integer :: ended = 0
 type :: t
  real, allocatable :: a(:)
  character(:), allocatable :: s
 end type
 type, extends(t) :: u
  type(t), allocatable :: kids(:)
 end type
 type :: w
  type(t) :: x
  type(t), allocatable :: y
  class(t), allocatable :: z
 end type
 type :: fin
  real, allocatable :: a(:)
 contains
  final :: finish
 end type
contains
 impure elemental subroutine finish(x)
  type(fin), intent(inout) :: x
  ended = ended + 1
 end subroutine
 function f(n) result(r)
  integer, intent(in) :: n
  type(t) :: r
  allocate (r%a(n))
  r%a = n
  r%s = 'f'
 end function
 function g(n) result(r)
  integer, intent(in) :: n
  class(t), allocatable :: r
  r = t(spread(1.0, 1, n), 'g')
 end function
 elemental integer function sz(x)
  type(t), intent(in) :: x
  sz = size(x%a) + len(x%s)
 end function
 integer function szs(x)
  type(t), intent(in) :: x(:)
  szs = sum(sz(x))
 end function
 integer function by_value(x)
  type(t), value :: x
  x%a = [x%a, 1.0]
  by_value = size(x%a)
 end function
 integer function szc(x)
  class(t), intent(in) :: x
  szc = size(x%a)
 end function
 integer function fin_size(x)
  type(fin), intent(in) :: x
  fin_size = size(x%a)
 end function
 ! Kilobytes of memory that the program has.
 integer function resident()
  integer :: unit, ios
  character(80) :: line
  resident = 0
  open (newunit=unit, file='/proc/self/status', action='read', iostat=ios)
  if (ios /= 0) return
  do
   read (unit, '(a)', iostat=ios) line
   if (ios /= 0) exit
   if (line(:6) == 'VmRSS:') read (line(7:index(line, 'kB') - 1), *) resident
  end do
  close (unit)
 end function
end module
program p
 use m
 implicit none
 integer :: before, i
 call all_of_them(2)
 before = resident()
 call all_of_them(40)
 ! What one statement left behind forty times would be 32 megabytes.
 if (resident() - before > 16000) print *, 'grown by', resident() - before
 print *, 'ended', ended
 i = 0
 block
  type(fin) :: x
  i = fin_size(fin([1.0, 2.0]))
  x = fin([1.0, 2.0, 3.0])
  i = i + size(x%a)
 end block
 print *, i, ended
contains
 subroutine all_of_them(times)
  integer, intent(in) :: times
  type(t) :: x, pair(2)
  type(t), allocatable :: list(:)
  type(w) :: nest
  class(t), allocatable :: c, cs(:)
  real, allocatable :: v(:)
  integer :: k, n
  allocate (v(big), source=1.0)
  x = f(big)
  n = 0
  do k = 1, times
   n = n + sz(t(v, 'abc')) + by_value(t(v, 'abc')) + by_value(x) + by_value(f(big))
   n = n + szs([x, x]) + szs([f(big), f(3)]) + szs([t(v, 'a'), t(v, 'b')])
   n = n + sum(sz([x, f(2)])) + szc(u(v, 'a', [x, x])) + szc(g(big))
   x = t(v, 'abc')
   pair = [x, x]
   list = [pair, f(big)]
   list = [list(:2), t(v, 'c')]
   pair = t(v, 'z')
   nest = w(x, f(big), g(big))
   nest = w(t(v, 'a'), t(v, 'b'), u(v, 'c', [x]))
   c = t(v, 'q')
   c = u(v, 'q', [f(1), x])
   cs = [x, f(2)]
   deallocate (cs)
   allocate (cs, source=[x, x])
   associate (q => t(v, 'x'), r => [x, x])
    n = n + size(q%a) + size(r)
   end associate
   if (sz(t(v, 'a')) > 1) n = n + 1
   do while (sz(t(v, 'a')) < 1)
    n = 0
   end do
   pair = merge(pair, [f(1), x], [.true., .false.])
   where ([.true., .false.]) pair = [f(1), x]
   forall (n=1:2) pair(n) = t(v, 'ab')
   list = pack([x, f(2)], [.true., .true.])
   list = reshape([x, f(2)], [2])
   list = [(t(v, 'i'), n=1,2)]
  end do
  print *, size(list), size(pair(2)%a), pair(2)%s, size(c%a), size(nest%z%a)
 end subroutine
end program
!>            2      200000 ab      200000      200000
!>            2      200000 ab      200000      200000
!>  ended           0
!>            5           2
