! The same with bounds that are not constant.
subroutine kk(a,c,k0,m0,s,n)
 implicit none
 integer n
 integer a(n),c(n),k0,m0,s,k,m,i,t
 k=k0; m=m0; t=0
 do i=n+1,2*n
  if (c(i-n)>0) then
   a(k) = i
   t = t + a(m)
  else
   a(k) = -i
  end if
  k = k+1; m = m+1
 end do
 s=t
end
program t
 implicit none
 integer a(100),c(100),s,i
 a=0; s=0
 c=[(mod(i,3),i=1,100)]
 call kk(a,c,1,1,s,100)
 print *,s,sum(a)
end
!>        10067        5084
