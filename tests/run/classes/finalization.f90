! FINAL procedures: scope, deallocation, INTENT(OUT), assignment, parents and components.
module m
 implicit none
 type :: inner
  integer :: id = 0
 contains
  final :: fin_inner
 end type
 type :: t
  integer :: id = 0
  type(inner) :: in
  type(inner), allocatable :: al
 contains
  final :: fin0, fin1
 end type
 type, extends(t) :: u
  integer :: more = 0
 contains
  final :: fin_u
 end type
 type :: el
  integer :: k = 0
 contains
  final :: fin_el
 end type
contains
 subroutine fin_inner(x)
  type(inner), intent(inout) :: x
  print *, 'final inner', x%id
  x%id = -1
 end subroutine
 subroutine fin0(x)
  type(t), intent(inout) :: x
  print *, 'final t', x%id
 end subroutine
 subroutine fin1(x)
  type(t), intent(inout) :: x(:)
  print *, 'final t array', x%id
 end subroutine
 subroutine fin_u(x)
  type(u), intent(inout) :: x
  print *, 'final u', x%id, x%more
 end subroutine
 impure elemental subroutine fin_el(x)
  type(el), intent(inout) :: x
  print *, 'final el', x%k
 end subroutine
 subroutine scope()
  type(t) :: a
  type(inner) :: b
  a%id = 1; a%in%id = 2; b%id = 3
  allocate(a%al); a%al%id = 4
  print *, 'end of scope'
 end subroutine
 subroutine scope_alloc()
  type(t), allocatable :: a
  class(t), allocatable :: c
  allocate(a); a%id = 5
  allocate(u :: c); c%id = 6
  print *, 'end of scope_alloc'
 end subroutine
 subroutine out(x)
  type(inner), intent(out) :: x
  print *, 'in out', x%id
  x%id = 99
 end subroutine
 subroutine outc(x)
  class(inner), intent(out) :: x
  print *, 'in outc', x%id
  x%id = 98
 end subroutine
 function give(k) result(r)
  integer, intent(in) :: k
  type(inner) :: r
  r%id = k
 end function
 subroutine saved()
  type(inner), save :: s
  s%id = 7
 end subroutine
end module
program p
 use m
 implicit none
 type(inner) :: x, y
 type(t), allocatable :: arr(:)
 type(el), allocatable :: es(:)
 class(t), pointer :: pt
 type(u), allocatable :: uu
 call scope()
 call scope_alloc()
 x%id = 10
 call out(x); print *, x%id
 call outc(x); print *, x%id
 y%id = 11
 print *, 'assign'
 x = y
 print *, x%id
 allocate(arr(2)); arr%id = [20,21]
 print *, 'dealloc arr'
 deallocate(arr)
 allocate(es(3)); es%k = [1,2,3]
 print *, 'dealloc es'
 deallocate(es)
 allocate(u :: pt); pt%id = 30
 print *, 'dealloc pt'
 deallocate(pt)
 allocate(uu); uu%id = 31; uu%more=32
 print *, 'dealloc uu'
 deallocate(uu)
 call saved()
 block
  type(inner) :: bb
  bb%id = 50
  print *, 'end of block'
 end block
 print *, 'done'
end program
!>  end of scope
!>  final inner           3
!>  final t           1
!>  final inner           2
!>  final inner           4
!>  end of scope_alloc
!>  final u           6           0
!>  final t           6
!>  final inner           0
!>  final t           5
!>  final inner           0
!>  final inner          10
!>  in out           0
!>           99
!>  final inner          99
!>  in outc           0
!>           98
!>  assign
!>  final inner          98
!>           11
!>  dealloc arr
!>  final t array          20          21
!>  final inner           0
!>  final inner           0
!>  dealloc es
!>  final el           1
!>  final el           2
!>  final el           3
!>  dealloc pt
!>  final u          30           0
!>  final t          30
!>  final inner           0
!>  dealloc uu
!>  final u          31          32
!>  final t          31
!>  final inner           0
!>  end of block
!>  final inner          50
!>  done
