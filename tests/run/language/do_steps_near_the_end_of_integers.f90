subroutine w(n,a,s,t)
 integer(8) n,i
 integer :: a(*),s,t
 do i=1,n,huge(1_8)-3
  s=s+a(i)
  t=ieor(t,a(i)*3+5)
 end do
end
subroutine w2(n,b,s,t)
 integer(8) n,i
 integer :: b(2,*),s,t
 do i=1,n,huge(1_8)/2
  s=s+b(i-(i-1),1)
  t=ieor(t,b(1,1)*3+5)
 end do
end
integer a(10),s,t
integer(8) :: n
a=7
s=0;t=0
n=10+command_argument_count()
call w(n,a,s,t)
print *,s,t
end
!>            7          26
