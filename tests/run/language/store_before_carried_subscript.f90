! Both parts of a choice store; one reads the element that it stored to by another variable.
subroutine kk(a,c,k0,m0,s)
 implicit none
 integer a(100),c(200:260),k0,m0,s,k,m,i,t
 k=k0; m=m0; t=0
 do i=200,260
  if (c(i)>0) then
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
 integer a(100),c(200:260),s,i
 a=0; s=0
 c=[(mod(i,3),i=200,260)]
 call kk(a,c,1,1,s)
 print *,s,sum(a)
end
!>         9440        4850
