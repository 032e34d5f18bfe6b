! OPEN, INQUIRE, record kinds, stream access and the errors of all.
program o5
implicit none
integer :: u, i, ios, n, a(3), rl, v(4)
character(80) :: msg
character(20) :: s, nm, acc, frm, act, pos, del, pad, bl, sq, di, fo, un, rd, wr, rw, rnd, sgn, dec, enc, asy, str
logical :: ex, op, nmd
integer :: num, rcl, nr, sz, ps
integer(8) :: i8
real(8) :: d

open(20,file='o5.dat',form='unformatted')
call show(20)
write(20) 1,2,3
write(20) 1.5d0, 'abc'
write(20)
backspace(20)
backspace(20)
read(20) d, s(1:3)
print *, d, s(1:3)
rewind(20)
read(20) a
print *, a
rewind(20)
read(20,iostat=ios,iomsg=msg) a, i
print *, ios, trim(msg)
read(20,iostat=ios,iomsg=msg) d
read(20,iostat=ios,iomsg=msg)
read(20,iostat=ios,iomsg=msg) i
print *, ios, trim(msg)
read(20,iostat=ios,iomsg=msg) i
print *, ios, trim(msg)
inquire(20,size=sz); print *, sz
close(20,status='delete')
open(21,file='o5.dir',access='direct',recl=12,form='unformatted')
call show(21)
do i=1,5
 write(21,rec=i) i, i*2, i*3
end do
read(21,rec=3) a
print *, a
read(21,rec=9,iostat=ios,iomsg=msg) a
print *, ios, trim(msg)
write(21,rec=2,iostat=ios,iomsg=msg) 1,2,3,4
print *, ios, trim(msg)
inquire(21,nextrec=nr); print *, nr
close(21,status='delete')
open(22,file='o5.fdir',access='direct',recl=10,form='formatted')
write(22,'(i5)',rec=2) 42
write(22,'(a)',rec=1) 'abc'
read(22,'(i5)',rec=2) i
print *, i
write(22,'(a)',rec=3,iostat=ios,iomsg=msg) 'abcdefghijklmn'
print *, ios, trim(msg)
close(22,status='delete')
open(23,file='o5.str',access='stream',form='unformatted')
call show(23)
write(23) 1, 2, 'abc'
inquire(23,pos=ps); print *, ps
write(23,pos=5) 99
read(23,pos=1) v(1:2)
print *, v(1:2)
read(23,pos=9) s(1:3); print *, s(1:3)
read(23,iostat=ios,iomsg=msg) i
print *, ios, trim(msg)
close(23,status='delete')
open(24,file='o5.fs',access='stream',form='formatted')
write(24,'(a)') 'hello','world'
write(24,'(a)',advance='no') 'abc'
inquire(24,pos=ps); print *, ps
read(24,'(a)',pos=7) s
print *, s
close(24,status='delete')
inquire(file='nonexist',exist=ex,opened=op,number=num,named=nmd)
print *, ex,op,num,nmd
inquire(iolength=rl) a, d, 'abc'
print *, rl
open(25,file='nonexist',status='old',iostat=ios,iomsg=msg)
print *, ios, trim(msg)
open(25,file='/nodir/x',iostat=ios,iomsg=msg)
print *, ios, trim(msg)
open(25,file='o5.x',status='new',iostat=ios); print *, ios
close(25)
open(25,file='o5.x',status='new',iostat=ios,iomsg=msg); print *, ios, trim(msg)
open(25,file='o5.x',action='read')
write(25,*,iostat=ios,iomsg=msg) 1; print *, ios, trim(msg)
close(25)
open(25,file='o5.x',action='write')
read(25,*,iostat=ios,iomsg=msg) i; print *, ios, trim(msg)
close(25,status='delete')
read(77,*,iostat=ios,iomsg=msg) i; print *, ios, trim(msg)
close(77,status='delete')
open(26,status='scratch')
write(26,*) 'x'
call show(26)
rewind 26
read(26,'(a)') s; print *, s
endfile 26
read(26,*,iostat=ios,iomsg=msg) s; print *, ios, trim(msg)
write(26,*,iostat=ios,iomsg=msg) s; print *, ios, trim(msg)
close(26)
open(27,file='o5.ap'); write(27,*) 1; close(27)
open(27,file='o5.ap',position='append'); call show(27); write(27,*) 2; close(27)
open(27,file='o5.ap'); read(27,*) i; read(27,*) n; print *, i,n
open(28,file='o5.ap',iostat=ios,iomsg=msg); print *, ios, trim(msg)
close(27,status='delete')
open(29,file='o5.be',form='unformatted',convert='big_endian'); write(29) 1,2.0d0; close(29)
open(29,file='o5.be',form='unformatted',access='stream'); read(29) v; print '(4z9.8)', v; close(29,status='delete')
write(*,*,iostat=ios) 'ok'; print *, ios
i=-5;write(i,*,iostat=ios,iomsg=msg) 1; print *, ios, trim(msg)
open(30,file='o5.z',form='unformatted')
write(30,'(a)',iostat=ios,iomsg=msg) 'x'; print *, ios, trim(msg)
read(30,*,iostat=ios,iomsg=msg) i; print *, ios, trim(msg)
close(30,status='delete')
open(30,file='o5.z')
write(30,iostat=ios,iomsg=msg) 1; print *, ios, trim(msg)
write(30,'(i5)',rec=1,iostat=ios,iomsg=msg) 1; print *, ios, trim(msg)
msg='(i5'; write(30,msg,iostat=ios,iomsg=msg) 1; print *, ios, trim(msg)
msg='(q5)'; write(30,msg,iostat=ios,iomsg=msg) 1; print *, ios, trim(msg)
write(30,'(i5)',iostat=ios,iomsg=msg) 1.0; print *, ios, trim(msg)
write(30,'(f5.1)',iostat=ios,iomsg=msg) 1; print *, ios, trim(msg)
write(30,'(a)',iostat=ios,iomsg=msg) 1; print *, ios, trim(msg)
close(30,status='delete')
flush(6); wait(6)
contains
subroutine show(u)
integer :: u
inquire(u,exist=ex,opened=op,number=num,named=nmd,access=acc,form=frm,action=act,position=pos,delim=del,pad=pad,blank=bl,&
 sequential=sq,direct=di,formatted=fo,unformatted=un,&
 read=rd,write=wr,readwrite=rw,recl=rcl,nextrec=nr,round=rnd,sign=sgn,decimal=dec,encoding=enc,stream=str)
print *, ex,op,num,nmd,' ',acc,frm,act
print *, pos,del,pad,bl
print *, sq,di,fo,un,str
print *, rd,wr,rw,rcl,nr
print *, rnd,sgn,dec,enc
end
end
!>  T T          20 T  SEQUENTIAL          UNFORMATTED         READWRITE
!>  ASIS                UNDEFINED           UNDEFINED           UNDEFINED
!>  YES                 NO                  NO                  YES                 NO
!>  YES                 YES                 YES                   2147483647           0
!>  PROCESSOR_DEFINED   PROCESSOR_DEFINED   UNDEFINED           UNDEFINED
!>    1.5000000000000000      abc
!>            1           2           3
!>         5016 I/O past end of record on unformatted file
!>           -1 End of file
!>         5001 Sequential READ or WRITE not allowed after EOF marker, possibly use REWIND or BA
!>           47
!>  T T          21 T  DIRECT              UNFORMATTED         READWRITE
!>  UNDEFINED           UNDEFINED           UNDEFINED           UNDEFINED
!>  NO                  YES                 NO                  YES                 NO
!>  YES                 YES                 YES                           12           1
!>  PROCESSOR_DEFINED   PROCESSOR_DEFINED   UNDEFINED           UNDEFINED
!>            3           6           9
!>         5002 Non-existing record number
!>         5015 Write exceeds length of DIRECT access record
!>            4
!>           42
!>           -2 End of record
!>  T T          23 T  STREAM              UNFORMATTED         READWRITE
!>  ASIS                UNDEFINED           UNDEFINED           UNDEFINED
!>  NO                  NO                  NO                  YES                 YES
!>  YES                 YES                 YES                           -2           0
!>  PROCESSOR_DEFINED   PROCESSOR_DEFINED   UNDEFINED           UNDEFINED
!>           12
!>            1          99
!>  abc
!>           -1 End of file
!>           16
!>  world
!>  F F          -1 T
!>           23
!>            2 Cannot open file 'nonexist': No such file or directory
!>            2 Cannot open file '/nodir/x': No such file or directory
!>            0
!>           17 Cannot open file 'o5.x': File exists
!>         5007 Cannot write to file opened for READ
!>         5007 Cannot read from file opened for WRITE
!>           -1 End of file
!>  T T          26 F  SEQUENTIAL          FORMATTED           READWRITE
!>  APPEND              NONE                YES                 NULL
!>  YES                 NO                  YES                 NO                  NO
!>  YES                 YES                 YES                   2147483647           0
!>  PROCESSOR_DEFINED   PROCESSOR_DEFINED   POINT               UNKNOWN
!>   x
!>         5001 Sequential READ or WRITE not allowed after EOF marker, possibly use REWIND or BA
!>         5001 Sequential READ or WRITE not allowed after EOF marker, possibly use REWIND or BA
!>  T T          27 T  SEQUENTIAL          FORMATTED           READWRITE
!>  APPEND              NONE                YES                 NULL
!>  YES                 NO                  YES                 NO                  NO
!>  YES                 YES                 YES                   2147483647           0
!>  PROCESSOR_DEFINED   PROCESSOR_DEFINED   POINT               UNKNOWN
!>            1           2
!>            0 Sequential READ or WRITE not allowed after EOF marker, possibly use REWIND or BA
!>  0C000000 01000000 00000040 00000000
!>  ok
!>            0
!>         5002 Unit number is negative and unit was not already opened with OPEN(NEWUNIT=...)
!>         5001 Format present for UNFORMATTED data transfer
!>         5001 Format present for UNFORMATTED data transfer
!>         5001 Missing format for FORMATTED data transfer
!>         5001 Record number not allowed for sequential access data transfer
!>         5006 Unexpected end of format string
!> (i5
!>         5006 Unexpected element 'Q' in format
!> (q5)
!>         5006 Expected INTEGER for item 1 in formatted transfer, got REAL
!> (i5)
!>  ^
!>         5006 Expected REAL for item 1 in formatted transfer, got INTEGER
!> (f5.1)
!>  ^
!>            0 Expected REAL for item 1 in formatted transfer, got INTEGER
!> (f5.1)
!>  ^
