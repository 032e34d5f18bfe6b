! Coarrays with one image: selectors, cobounds, allocation, image control statements, locks, events, atomics.
module m
 use, intrinsic :: iso_fortran_env
 implicit none
 integer :: shared(4)[*] = 0
 type part
   real, allocatable :: v(:)[:]
 end type
contains
 subroutine exchange(a, b)
   integer, intent(inout) :: a(:)[*]
   integer, intent(in) :: b
   integer :: me, next
   me = this_image()
   next = merge(1, me + 1, me == num_images())
   a(:)[next] = a(:)[me] + b
   sync all
 end subroutine
 integer function counter() result(k)
   integer, save :: c[*] = 0
   c = c + 1
   k = c[1]
 end function
end module
program p
 use m
 implicit none
 integer :: x[*], y(3)[*], grid[2:2,0:*], i, st
 real, allocatable :: a(:,:)[:], s[:]
 type(lock_type), save :: lk[*]
 type(event_type), save :: ev[*]
 integer(atomic_int_kind) :: at[*], old
 logical(atomic_logical_kind) :: fl[*]
 logical :: got
 type(part) :: q
 character(8) :: name[*]
 x = this_image()
 y = [10, 20, 30]
 print *, x, x[1], y(2)[1], y(2:3)[1], num_images()
 y(1)[1] = -1
 x[this_image()] = 5
 print *, y, x
 call exchange(y, 100)
 print *, y, counter(), counter()
 shared(:)[1] = [(i, i=1,4)]
 print *, sum(shared), maxval(shared(:)[1])
 allocate(a(2,2)[*], s[*])
 a = 1.5; s = sum(a(:,:)[1])
 print *, s[1], allocated(a), shape(a)
 deallocate(a, s)
 print *, lcobound(grid), ucobound(grid), coshape(grid), lcobound(grid,2), image_index(grid,[2,0]), image_index(grid,[2,1])
 print *, this_image(grid), this_image(x)
 sync images(*, stat=st)
 print *, st
 sync images([1])
 critical
   x = x + 1
 end critical
 sync memory
 lock(lk)
 lock(lk, stat=st)
 print *, st == stat_locked
 unlock(lk)
 unlock(lk, stat=st)
 print *, st == stat_unlocked
 event post(ev)
 event post(ev[1])
 call event_query(ev, i)
 print *, i
 event wait(ev, until_count=2)
 call event_query(ev, i)
 print *, i
 call atomic_define(at, 5)
 call atomic_add(at, 3)
 call atomic_fetch_or(at[1], 16, old)
 call atomic_cas(at, i, 24, 7)
 call atomic_ref(i, at)
 print *, old, i
 call atomic_define(fl, .true.); call atomic_ref(got, fl); print *, got
 allocate(q%v(3)[*]); q%v = [1,2,3]; print *, q%v(2)[1]
 call co_sum(x); call co_max(y); call co_broadcast(x, 1); print *, x, y
 name = 'image'; print *, trim(name[1]), len(name)
contains
 function s2() result(r)
   integer, pointer :: r
   integer, target, save :: t = 3
   r => t
 end function
end program
!>            1           1          20          20          30           1
!>           -1          20          30           5
!>           99         120         130           1           2
!>           10           4
!>    6.00000000     T           2           2
!>            2           0           2           0           1           1           0           1           0
!>            2           0           1
!>            0
!>  T
!>  T
!>            2
!>            0
!>            8           7
!>  T
!>    2.00000000    
!>            6          99         120         130
!>  image           8
