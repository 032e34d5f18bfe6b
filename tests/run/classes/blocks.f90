! BLOCK left by CYCLE, EXIT and RETURN; lists of pointers to objects; a tree; elemental bindings; statuses.
module m
 implicit none
 type :: t
  integer :: id = 0
 contains
  final :: f
 end type
 type, abstract :: shape
 contains
  procedure(a_i), deferred :: area
  procedure(sc_i), deferred, pass(s) :: sc
 end type
 abstract interface
  pure real function a_i(s)
   import shape
   class(shape), intent(in) :: s
  end function
  subroutine sc_i(k, s)
   import shape
   real, intent(in) :: k
   class(shape), intent(inout) :: s
  end subroutine
 end interface
 type, extends(shape) :: sq
  real :: a = 1
 contains
  procedure :: area => sq_area
  procedure, pass(s) :: sc => sq_sc
  procedure :: twice
 end type
 type, extends(shape) :: ci
  real :: r = 1
 contains
  procedure :: area => ci_area
  procedure, pass(s) :: sc => ci_sc
 end type
 type :: item
  class(shape), pointer :: p => null()
 end type
 type :: tree
  integer :: key = 0
  type(tree), allocatable :: l, r
 contains
  procedure :: insert
  procedure :: total
 end type
contains
 subroutine f(x)
  type(t), intent(inout) :: x
  print *, 'final', x%id
 end subroutine
 pure real function sq_area(s)
  class(sq), intent(in) :: s
  sq_area = s%a**2
 end function
 pure real function ci_area(s)
  class(ci), intent(in) :: s
  ci_area = 3*s%r**2
 end function
 subroutine sq_sc(k, s)
  real, intent(in) :: k
  class(sq), intent(inout) :: s
  s%a = s%a*k
 end subroutine
 subroutine ci_sc(k, s)
  real, intent(in) :: k
  class(ci), intent(inout) :: s
  s%r = s%r*k
 end subroutine
 elemental integer function twice(self, k)
  class(sq), intent(in) :: self
  integer, intent(in) :: k
  twice = 2*k + int(self%a)
 end function
 recursive subroutine insert(self, k)
  class(tree), intent(inout) :: self
  integer, intent(in) :: k
  if (k < self%key) then
   if (.not. allocated(self%l)) then
    allocate(self%l); self%l%key = k
   else
    call self%l%insert(k)
   end if
  else
   if (.not. allocated(self%r)) then
    allocate(self%r); self%r%key = k
   else
    call self%r%insert(k)
   end if
  end if
 end subroutine
 recursive integer function total(self) result(n)
  class(tree), intent(in) :: self
  n = self%key
  if (allocated(self%l)) n = n + self%l%total()
  if (allocated(self%r)) n = n + self%r%total()
 end function
 integer function early(k)
  integer, intent(in) :: k
  integer :: i
  early = 0
  do i = 1, 3
   block
    type(t) :: x
    x%id = 10*k + i
    if (i == 1) cycle
    if (k == 2 .and. i == 2) exit
    if (k == 3 .and. i == 2) return
    early = early + 1
   end block
  end do
 end function
end module
program p
 use m
 implicit none
 type(sq), target :: s(3)
 type(ci), target :: c
 type(item) :: it(4)
 class(shape), allocatable :: g, gs(:)
 class(sq), allocatable :: qs(:)
 type(tree) :: tr, tr2
 integer :: i
 i = early(1); print *, i
 i = early(2); print *, i
 i = early(3); print *, i
 s%a = [1.,2.,3.]
 it(1)%p => s(1); it(2)%p => c; it(3)%p => s(3); allocate(it(4)%p, source=c)
 do i = 1, 4
  call it(i)%p%sc(2.0)
  print *, it(i)%p%area()
 end do
 print *, s%a, c%r
 print *, s%twice([1,2,3])
 print *, s(2)%twice([4,5])
 allocate(qs(2), source=s(2:3))
 print *, qs%twice(7), qs(1)%twice([1,2,3])
 tr%key = 50
 do i = 1, 9
  call tr%insert(mod(i*37, 100))
 end do
 print *, tr%total()
 tr2 = tr
 tr2%key = 0
 print *, tr%total(), tr2%total()
 tr = tr%l
 print *, tr%total(), tr%key
 allocate(ci :: gs(2))
 do i = 1, 2
  call gs(i)%sc(real(i+1))
 end do
 print *, gs(1)%area(), gs(2)%area()
 deallocate(gs)
 allocate(gs, source=s)
 print *, size(gs), gs(3)%area()
 g = gs(2)
 print *, g%area()
 allocate(sq :: g, stat=i)
 print *, i /= 0
 deallocate(g, stat=i)
 print *, i
 deallocate(g, stat=i)
 print *, i /= 0
end program
!>  final          11
!>  final          12
!>  final          13
!>            2
!>  final          21
!>  final          22
!>            0
!>  final          31
!>  final          32
!>            0
!>    4.00000000    
!>    12.0000000    
!>    36.0000000    
!>    12.0000000    
!>    2.00000000       2.00000000       6.00000000       2.00000000    
!>            4           6          12
!>           10          12
!>           16          20           4           6           8
!>          515
!>          515         465
!>          151          37
!>    12.0000000       27.0000000    
!>            3   36.0000000    
!>    4.00000000    
!>  T
!>            0
!>  T
