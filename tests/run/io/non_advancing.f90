! Non-advancing transfer, tabs, and numeric input fields.
program o6
implicit none
integer :: i, j, u, ios, n
character(30) :: s
character(10) :: a, b
real :: x
character(60) :: msg
complex :: z
! non advancing
write(*,'(a)',advance='no') 'abc'
write(*,'(i3)',advance='no') 5
write(*,'(t2,a)') 'X'
write(*,*) 'x'
do i=1,3
 write(*,'(i0,1x)',advance='no') i
end do
print *
open(newunit=u,file='o6.t')
write(u,'(a)') 'abcdef','ghi','12 34 56','1,2,3',' 7   8','x'
rewind u
read(u,'(a3)',advance='no') s; print *, s
read(u,'(a3)',advance='no',eor=5) s; print *, s
5 read(u,'(a3)',advance='no',eor=6,size=n) s
print *, 'no eor', s
6 print *, 'eor', n
read(u,'(a)') s; print *, s
read(u,'(i2,1x,i2)',advance='no') i,j; print *, i,j
read(u,'(i3)') i; print *, i
read(u,*) i,j,n; print *, i,j,n
read(u,'(2i4)') i,j; print *, i,j
read(u,'(a)',pad='no',iostat=ios,iomsg=msg) s(1:5); print *, ios, trim(msg)
close(u,status='delete')
s='123456789012345'
read(s,'(3x,a2,t1,a3,tr2,a2,tl4,a1)') a,b,a(3:4),b(4:4); print *, a,b
read(s,'(f5.2,e5.1,g5.0)') x,x,x; print *, x
s='  1.5E+02 -3.25D1'
read(s,'(e9.0,d8.0)') x, x; print *, x
s='1.5+3'
read(s,'(f5.0)') x; print *, x
s='   '
read(s,'(f3.0)') x; print *, x
s='inf nan +inf'
read(s,'(f3.0,1x,f3.0)') x; print *, x
s='2.5'
read(s,'(f10.3)') x; print *, x
s='25'
read(s,'(2pf10.1)') x; print *, x
s='t f .true. .F'
end
!> abc  5 X
!>  x
!> 1 2 3
!>  abc
!>  def
!>  eor           0
!>  ghi
!>           12          34
!>           56
!>            1           2           3
!>            7           8
!>           -2 End of record
!>  4567      1234
!>    12345.0000
!>   -32.5000000
!>    1500.00000
!>    0.00000000
!>          Infinity
!>    2.50000000
!>    2.50000004E-02
