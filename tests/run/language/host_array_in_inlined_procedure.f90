! An internal procedure, inlined into a loop, changes an array of its host.
subroutine host(n,r)
 implicit none
 integer n,r,w(10),i
 do i=1,n
  w(3) = i
  call set(3)
  r = r + w(3)
 end do
contains
 subroutine set(k)
  integer k
  w(k) = w(k)+10
 end
end
program t
 integer r
 r=0
 call host(2,r)
 print *,r     ! 23
end
!>           23
