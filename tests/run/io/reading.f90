! List-directed, formatted and non-advancing input, with the texts of errors.
program o3
implicit none
integer :: a, b, c, ios, i, v(5), u
real :: x, y
character(20) :: s, t
character(80) :: buf, lines(3)
logical :: l, m
complex :: z
character(100) :: msg
buf = '1 2,3'
read(buf,*) a,b,c
print *, a,b,c
buf = '2*7 , , 4/'
a=0;b=0;c=9
read(buf,*) a,b,c,i
print *, a,b,c
buf = "'it''s' ""dq"" plain"
read(buf,*) s,t
print *, s,t
buf = '(1.5,2.5) T .false. 1e3'
read(buf,*) z,l,m,x
print *, z,l,m,x
lines(1)='1 2'; lines(2)='3'; lines(3)='4 5'
read(lines,*) v
print *, v
read(buf,'(a3)') s
print *, s
buf='  12  3.5abc'
read(buf,'(i4,f5.1,a3)') a,x,s
print *, a,x,s
buf='12345678'
read(buf,'(i2,i3,f3.1)') a,b,x
print *, a,b,x
read(buf,'(bz,i4,t1,i8)') a,b
print *, a,b
buf='1 3 '
read(buf,'(bz,i4)') a
print *,a
read(buf,'(bn,i4)') a
print *,a
buf='abc'
read(buf,*,iostat=ios,iomsg=msg) a
print *, ios, trim(msg)
read(buf,'(i3)',iostat=ios,iomsg=msg) a
print *, ios, trim(msg)
read(buf,'(f3.1)',iostat=ios,iomsg=msg) x
print *, ios, trim(msg)
read(buf,'(l3)',iostat=ios,iomsg=msg) l
print *, ios, trim(msg)
buf=''
read(buf,*,iostat=ios,iomsg=msg) a
print *, ios, trim(msg)
read(buf,'(i5)',iostat=ios) a
print *, ios, a
buf='99999999999'
read(buf,*,iostat=ios,iomsg=msg) a
print *, ios, trim(msg)
read(buf,'(i11)',iostat=ios,iomsg=msg) a
print *, ios, trim(msg)
open(newunit=u,file='o3.txt')
write(u,'(a)') 'line one','line two','3 4 5'
rewind(u)
read(u,'(a)') s
print *, s
read(u,'(a4)',advance='no') s
print *, s
read(u,'(a)',advance='no',iostat=ios,size=i,iomsg=msg) s
print *, ios,i,s,trim(msg)
read(u,*) s,t;print *,s,t
print *, a,b,c
read(u,*,iostat=ios,iomsg=msg) a
print *, ios, trim(msg)
backspace(u)
backspace(u)
read(u,'(a)') s
print *, s
rewind(u)
read(u,*,end=10) s, t
10 print *, s,t,a
close(u,status='delete')
buf = '1.5d3 +2 -3.e-2 .5'
read(buf,*) x,y,x,y
print *, x,y
buf = 'inf nan -infinity'
read(buf,*) x,y,x
print *, x,y
buf='T,F,.t.,.f.,true'
read(buf,*) l,m
print *,l,m
buf='z''ff'' '
read(buf,'(z2)',iostat=ios) a
print *, ios
buf='ff 77 101'
read(buf,'(z2,1x,o2,1x,b3)') a,b,c
print *, a,b,c
buf='1,5;2,5'
read(buf,*,decimal='comma') x,y
print *,x,y
write(buf,'(f5.2)',decimal='comma') x
print *, buf
read(*,*,iostat=ios) a
print *, ios
write(buf,*) 1,2
print *, '[',trim(buf),']'
write(lines,'(a)') 'x','y','z'
print *, lines
write(buf,'(a)',iostat=ios,iomsg=msg) repeat('x',100)
print *, ios, trim(msg)
write(lines,'(a)',iostat=ios,iomsg=msg) 'x','y','z','w'
print *, ios, trim(msg)
end
!>            1           2           3
!>            7           7           9
!>  it's                dq
!>              (1.50000000,2.50000000) T F   1000.00000
!>            1           2           3           4           5
!>  (1.
!>           12   3.50000000     abc
!>           12         345   67.8000031
!>         1234    12345678
!>         1030
!>           13
!>         5010 Bad integer for item 1 in list input
!>         5010 Bad value during integer read
!>         5010 Bad value during floating point read
!>         5010 Bad value on logical read
!>           -1 End of file
!>            0           0
!>         5010 Integer overflow while reading item 1
!>         5011 Value overflowed during integer read
!>  line one
!>  line
!>           -2           4  two                End of record
!>  3                   4
!>            0    12345678           9
!>           -1 End of file
!>  3 4 5
!>  line                one                            0
!>   -2.99999993E-02  0.500000000
!>         -Infinity              NaN
!>  T F
!>         5010
!>          255          63           5
!>    1.50000000       2.50000000
!>   1,50
!>           -1
!>  [           1           2]
!>  x                                                                               y                                                                               z
!>           -2 End of record
!>           -1 End of file
