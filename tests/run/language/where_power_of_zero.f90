subroutine w(n,x,k,y)
 integer n,x(n),k(n),y(n)
 where (x/=0) y=x**k
end
integer x(16),k(16),y(16),i
x=[(mod(i,4)-1,i=1,16)]; k=-1; y=-9
call w(16,x,k,y)
print *,y
end
!>           -9           1           0          -1          -9           1           0          -1          -9           1           0          -1          -9           1           0          -1
