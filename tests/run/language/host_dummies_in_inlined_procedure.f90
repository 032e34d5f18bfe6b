! The same with dummy arrays of the host.
! dummy array of the host
subroutine host(n,r,w)
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
subroutine host2(n,r,w)
 implicit none
 integer n,r,w(:),i
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
 interface
  subroutine host2(n,r,w)
 integer n,r,w(:)
  end
 end interface
 integer r,w(10)
 r=0;w=0
 call host(2,r,w)
 print *,r     ! 23
 call host2(2,r,w)
 print *,r     ! 46
end
!>           23
!>           46
