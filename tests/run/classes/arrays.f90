! Polymorphic arrays: dummies of every shape, allocation, results, pointers, SELECT TYPE and ASSOCIATE.
module m
 implicit none
 type :: base
  integer :: i = 1
 contains
  procedure :: get => base_get
  procedure :: scale
 end type
 type, extends(base) :: ext
  real :: x = 2.5
  character(len=:), allocatable :: s
 contains
  procedure :: get => ext_get
 end type
 interface describe
  procedure describe0, describe1
 end interface
contains
 integer function base_get(self)
  class(base), intent(in) :: self
  base_get = self%i
 end function
 integer function ext_get(self)
  class(ext), intent(in) :: self
  ext_get = 1000 + self%i
 end function
 subroutine scale(self, k)
  class(base), intent(inout) :: self
  integer, intent(in), optional :: k
  integer :: f
  f = 2
  if (present(k)) f = k
  self%i = self%i * f
 end subroutine
 subroutine describe0(x)
  class(base), intent(in) :: x
  print *, 'scalar', x%get()
 end subroutine
 subroutine describe1(x)
  class(base), intent(in) :: x(:)
  integer :: k
  print *, 'array', size(x), lbound(x), (x(k)%get(), k=1,size(x))
  select type (x)
  type is (base)
   print *, ' base', x%i
  class is (ext)
   print *, ' ext', x%i, x%x
  end select
 end subroutine
 subroutine expl(n, x)
  integer, intent(in) :: n
  class(base), intent(inout) :: x(n)
  integer :: k
  do k = 1, n
   call x(k)%scale(10)
  end do
 end subroutine
 subroutine asz(x)
  class(base), intent(inout) :: x(*)
  print *, 'asz', x(1)%get(), x(2)%get()
 end subroutine
 subroutine two(x)
  class(base), intent(in) :: x(0:,:)
  print *, 'two', shape(x), lbound(x), x(0,1)%get(), x(1,2)%get()
 end subroutine
 subroutine resize(a, n)
  class(base), allocatable, intent(inout) :: a(:)
  integer, intent(in) :: n
  class(base), allocatable :: t(:)
  integer :: k
  allocate(t(n), mold=a)
  do k = 1, min(n, size(a))
   t(k)%i = a(k)%i
  end do
  call move_alloc(t, a)
 end subroutine
 subroutine fill(a)
  class(base), allocatable, intent(out) :: a(:)
  print *, 'allocated on entry:', allocated(a)
  allocate(ext :: a(2:4))
  a%i = [7,8,9]
 end subroutine
 subroutine opt(x)
  class(base), intent(in), optional :: x
  if (present(x)) then
   print *, 'present', x%get()
  else
   print *, 'absent'
  end if
 end subroutine
 subroutine pass_opt(x)
  class(base), intent(in), optional :: x
  call opt(x)
 end subroutine
 function make(kind) result(r)
  integer, intent(in) :: kind
  class(base), allocatable :: r
  if (kind == 1) then
   allocate(base :: r)
  else
   allocate(ext :: r)
  end if
  r%i = kind
 end function
 function makes(n) result(r)
  integer, intent(in) :: n
  class(base), allocatable :: r(:)
  integer :: k
  allocate(ext :: r(n))
  do k = 1, n
   r(k)%i = k*k
  end do
 end function
end module
program p
 use m
 implicit none
 type(base) :: b(3)
 type(ext) :: e(4), e2(2,3)
 type(ext), target :: te
 class(base), allocatable :: a(:), c(:), s
 class(base), pointer :: ptr, parr(:)
 integer :: k
 b%i = [1,2,3]
 e%i = [(k, k=11,14)]
 call describe(b); call describe(e); call describe(e(4:1:-2)); call describe(e(2))
 call describe(e%base)
 call expl(3, b); print *, b%i
 call expl(2, e(2:3)); print *, e%i
 call expl(2, e(1:3:2)); print *, e%i
 call expl(2, e(3)); print *, e%i
 call asz(e); call asz(b)
 e2%i = reshape([1,2,3,4,5,6], [2,3])
 call two(e2); call two(e2(:,2:3))
 allocate(a(3), source=e(1:3))
 call describe(a)
 a(2)%i = 5
 call resize(a, 5)
 call describe(a)
 call fill(a)
 print *, lbound(a), ubound(a)
 call describe(a)
 call describe(a(3:))
 c = a
 print *, lbound(c,1)
 a%i = 0
 call describe(c)
 c = b
 call describe(c)
 s = make(1); call describe(s)
 s = make(2); call describe(s)
 c = makes(3); call describe(c)
 call describe(makes(2))
 call describe(make(2))
 call opt(); call opt(s); call pass_opt(); call pass_opt(te)
 deallocate(s)
 call opt(s)
 ptr => te
 ptr%i = 42
 print *, te%i, associated(ptr, te), ptr%get()
 allocate(ext :: parr(2))
 parr(1)%i = 3; parr(2)%i=4
 call describe(parr)
 ptr => parr(2)
 call opt(ptr)
 nullify(ptr)
 call opt(ptr)
 print *, associated(ptr)
 select type (parr)
 type is (ext)
  parr(1)%s = 'hello'
  print *, parr(1)%s, size(parr)
 end select
 deallocate(parr)
 print *, storage_size(e(1)) > storage_size(b(1))
 associate (q => c(2:3))
  call describe(q)
  print *, q(1)%i
 end associate
 associate (q => c(2))
  call q%scale()
  print *, q%get(), c(2)%i
 end associate
 call host()
contains
 subroutine host()
  integer :: j
  class(base), allocatable :: loc
  allocate(ext :: loc)
  call inner(e(1:2), te)
  print *, loc%get(), size(c)
 end subroutine
 subroutine inner(v, w)
  class(base), intent(in) :: v(:)
  class(base), intent(inout) :: w
 end subroutine
end program
!>  array           3           1           1           2           3
!>   base           1           2           3
!>  array           4           1        1011        1012        1013        1014
!>   ext          11          12          13          14   2.50000000       2.50000000       2.50000000       2.50000000    
!>  array           2           1        1014        1012
!>   ext          14          12   2.50000000       2.50000000    
!>  scalar        1012
!>  array           4           1          11          12          13          14
!>   base          11          12          13          14
!>           10          20          30
!>           11         120         130          14
!>          110         120        1300          14
!>          110         120       13000         140
!>  asz        1110        1120
!>  asz          10          20
!>  two           2           3           0           1        1001        1004
!>  two           2           2           0           1        1003        1006
!>  array           3           1        1110        1120       14000
!>   ext         110         120       13000   2.50000000       2.50000000       2.50000000    
!>  array           5           1        1110        1005       14000        1001        1001
!>   ext         110           5       13000           1           1   2.50000000       2.50000000       2.50000000       2.50000000       2.50000000    
!>  allocated on entry: F
!>            2           4
!>  array           3           1        1007        1008        1009
!>   ext           7           8           9   2.50000000       2.50000000       2.50000000    
!>  array           2           1        1008        1009
!>   ext           8           9   2.50000000       2.50000000    
!>            2
!>  array           3           1        1007        1008        1009
!>   ext           7           8           9   2.50000000       2.50000000       2.50000000    
!>  array           3           1          10          20          30
!>   base          10          20          30
!>  scalar           1
!>  scalar        1002
!>  array           3           1        1001        1004        1009
!>   ext           1           4           9   2.50000000       2.50000000       2.50000000    
!>  array           2           1        1001        1004
!>   ext           1           4   2.50000000       2.50000000    
!>  scalar        1002
!>  absent
!>  present        1002
!>  absent
!>  present        1001
!>  absent
!>           42 T        1042
!>  array           2           1        1003        1004
!>   ext           3           4   2.50000000       2.50000000    
!>  present        1004
!>  absent
!>  F
!>  hello           2
!>  T
!>  array           2           1        1004        1009
!>   ext           4           9   2.50000000       2.50000000    
!>            4
!>         1008           8
!>         1001           3
