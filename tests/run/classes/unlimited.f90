! class(*): a list of anything, strings, arrays, swaps by MOVE_ALLOC, function results.
module lists
 implicit none
 type :: node
  class(*), allocatable :: item
  type(node), pointer :: next => null()
 end type
 type :: list
  type(node), pointer :: head => null(), tail => null()
  integer :: n = 0
 contains
  procedure :: push
  procedure :: each
  procedure :: free
 end type
 type :: point
  integer :: x, y
 end type
 type, extends(point) :: point3
  integer :: z
 end type
 type :: box
  class(*), pointer :: p => null()
  class(*), allocatable :: arr(:)
 end type
 abstract interface
  subroutine visitor(x)
   class(*), intent(in) :: x
  end subroutine
 end interface
contains
 subroutine push(self, x)
  class(list), intent(inout) :: self
  class(*), intent(in) :: x
  type(node), pointer :: n
  allocate(n)
  allocate(n%item, source=x)
  if (associated(self%tail)) then
   self%tail%next => n
  else
   self%head => n
  end if
  self%tail => n
  self%n = self%n + 1
 end subroutine
 subroutine each(self, f)
  class(list), intent(in) :: self
  procedure(visitor) :: f
  type(node), pointer :: n
  n => self%head
  do while (associated(n))
   call f(n%item)
   n => n%next
  end do
 end subroutine
 subroutine free(self)
  class(list), intent(inout) :: self
  type(node), pointer :: n
  do while (associated(self%head))
   n => self%head%next
   deallocate(self%head)
   self%head => n
  end do
  nullify(self%tail)
  self%n = 0
 end subroutine
 subroutine show(x)
  class(*), intent(in) :: x
  select type (x)
  type is (integer)
   print *, 'integer', x
  type is (integer(8))
   print *, 'integer(8)', x
  type is (real)
   print *, 'real', x
  type is (real(8))
   print *, 'double', x
  type is (complex)
   print *, 'complex', x
  type is (logical)
   print *, 'logical', x
  type is (character(*))
   print *, 'character', len(x), '"', x, '"'
  type is (point)
   print *, 'point', x%x, x%y
  class is (point)
   print *, 'extended point', x%x, x%y
  class default
   print *, 'unknown'
  end select
 end subroutine
 subroutine show_array(x)
  class(*), intent(in) :: x(:)
  integer :: i
  select type (x)
  type is (integer)
   print *, 'ints', x, sum(x)
  type is (character(*))
   print *, 'strings', len(x), (x(i)//'|', i=1,size(x))
  type is (point3)
   print *, 'points', x%x, x%z
  class default
   print *, 'others', size(x)
  end select
  do i = 1, size(x)
   call show(x(i))
  end do
 end subroutine
 subroutine set(x)
  class(*), intent(inout) :: x
  select type (x)
  type is (integer)
   x = x + 1
  type is (character(*))
   x(1:1) = 'Z'
  type is (point)
   x%x = -1
  end select
 end subroutine
 subroutine swap(a, b)
  class(*), allocatable, intent(inout) :: a, b
  class(*), allocatable :: t
  call move_alloc(a, t)
  call move_alloc(b, a)
  call move_alloc(t, b)
 end subroutine
end module
program p
 use lists
 implicit none
 type(list) :: l
 class(*), allocatable :: a, b, arr(:)
 class(*), pointer :: ptr
 type(box) :: bx, by
 integer, target :: i
 character(5) :: s
 type(point) :: pt
 type(point3), target :: p3(2)
 call l%push(1); call l%push(2.5); call l%push('text'); call l%push(.true.)
 call l%push(point(3,4)); call l%push((1.0,2.0)); call l%push(7_8); call l%push(point3(1,2,3))
 print *, l%n
 call l%each(show)
 call l%free()
 print *, l%n
 i = 41; call set(i); print *, i
 s = 'abcde'; call set(s); print *, s
 pt = point(1,2); call set(pt); print *, pt%x
 call show_array([1,2,3])
 call show_array(['ab','cd'])
 p3%x = [1,2]; p3%y = 0; p3%z = [5,6]
 call show_array(p3)
 call show_array(p3%z)
 call show_array([1.0, 2.0])
 a = 'first'; b = 2
 call swap(a, b)
 call show(a); call show(b)
 allocate(arr(3), source=[4,5,6])
 call show_array(arr)
 deallocate(arr)
 allocate(character(3) :: arr(2))
 select type (arr)
 type is (character(*))
  arr = ['xyz', 'uvw']
 end select
 call show_array(arr)
 allocate(bx%arr, source=p3)
 bx%p => i
 by = bx
 call show_array(by%arr)
 call show(by%p)
 ptr => p3(2)
 call show(ptr)
 print *, associated(ptr, p3(2)), same_type_as(ptr, p3)
 ptr => i
 select type (ptr)
 type is (integer)
  ptr = 77
 end select
 print *, i, extends_type_of(p3, pt), extends_type_of(pt, p3)
 deallocate(a)
 print *, allocated(a), allocated(b)
 allocate(real(8) :: a)
 select type (a)
 type is (real(8))
  a = 3.25d0
 end select
 call show(a)
 call show(fun(1)); call show(fun(2)); call show(fun(3))
contains
 function fun(k) result(r)
  integer, intent(in) :: k
  class(*), allocatable :: r
  if (k == 1) then
   r = k
  else if (k == 2) then
   r = 'two'
  else
   r = p3(1)
  end if
 end function
end program
!>            8
!>  integer           1
!>  real   2.50000000    
!>  character           4 "text"
!>  logical T
!>  point           3           4
!>  complex             (1.00000000,2.00000000)
!>  integer(8)                    7
!>  extended point           1           2
!>            0
!>           42
!>  Zbcde
!>           -1
!>  ints           1           2           3           6
!>  integer           1
!>  integer           2
!>  integer           3
!>  strings           2 ab|cd|
!>  character           2 "ab"
!>  character           2 "cd"
!>  points           1           2           5           6
!>  extended point           1           0
!>  extended point           2           0
!>  ints           5           6          11
!>  integer           5
!>  integer           6
!>  others           2
!>  real   1.00000000    
!>  real   2.00000000    
!>  integer           2
!>  character           5 "first"
!>  ints           4           5           6          15
!>  integer           4
!>  integer           5
!>  integer           6
!>  strings           3 xyz|uvw|
!>  character           3 "xyz"
!>  character           3 "uvw"
!>  points           1           2           5           6
!>  extended point           1           0
!>  extended point           2           0
!>  integer          42
!>  extended point           2           0
!>  T T
!>           77 T F
!>  F T
!>  double   3.2500000000000000     
!>  integer           1
!>  character           3 "two"
!>  extended point           1           0
