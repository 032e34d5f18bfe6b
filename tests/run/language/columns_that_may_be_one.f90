subroutine s(a,n,k,m)
 integer n,k,m,i
 real(8) :: a(n,2)
 do i=2,n
  a(i,k)=a(i-1,m)+1
 end do
end
real(8) a(8,2)
a(:,1)=0; a(:,2)=100
call s(a,8,1+command_argument_count(),2+command_argument_count())
print '(8f7.1)',a(:,1)
end
!>     0.0  101.0  101.0  101.0  101.0  101.0  101.0  101.0
