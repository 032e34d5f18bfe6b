! Defined input/output in list-directed, namelist and DT transfer, alone and in components.
module m
 type t
  integer :: a=1
  real :: b=2.5
 contains
  procedure :: wf
  generic :: write(formatted)=>wf
  procedure :: rf
  generic :: read(formatted)=>rf
 end type
 type c
  integer :: k = 7
  type(t) :: x
 end type
contains
 subroutine wf(dtv,unit,iotype,vlist,iostat,iomsg)
  class(t),intent(in) :: dtv
  integer,intent(in) :: unit
  character(*),intent(in) :: iotype
  integer,intent(in) :: vlist(:)
  integer,intent(out) :: iostat
  character(*),intent(inout) :: iomsg
  if (iotype=='LISTDIRECTED') then
   write(unit,*,iostat=iostat,iomsg=iomsg) dtv%a, dtv%b
   write(unit,'(a,i0)',iostat=iostat,iomsg=iomsg) 'x', dtv%a
  else
   write(unit,'(a,a,i0,a,*(i0,1x))',iostat=iostat,iomsg=iomsg) '[',iotype,dtv%a,']',vlist
  end if
 end subroutine
 subroutine rf(dtv,unit,iotype,vlist,iostat,iomsg)
  class(t),intent(inout) :: dtv
  integer,intent(in) :: unit
  character(*),intent(in) :: iotype
  integer,intent(in) :: vlist(:)
  integer,intent(out) :: iostat
  character(*),intent(inout) :: iomsg
  if (iotype=='LISTDIRECTED') then
   read(unit,*,iostat=iostat,iomsg=iomsg) dtv%a, dtv%b
  else
   read(unit,'(i3,f4.1)',iostat=iostat,iomsg=iomsg) dtv%a,dtv%b
  end if
 end subroutine
end module
 use m
 type(t) :: x, y(2)
 type(c) :: z
 character(80) :: s
 integer :: i
 class(t), allocatable :: p
 namelist /nn/ i, x
 write(*,*) x
 write(*,*) 5, x, 6, y
 write(*,*) 'abc', x, 'def'
 write(*,'(dt,1x,dt"foo"(1,2,3))') x, y(1)
 write(*,'(i4,dt)') 3, x
 write(*,*) z, 'e'
 write(s,*) x, 9
 print *, trim(s)
 write(s,'(dt)') x
 print *, trim(s)
 allocate(p)
 print *, p
 s = '5 6.5 8 9.5 4'
 read(s,*) x, y(1), i
 print '(3(i0,1x,f4.1,1x))', x%a,x%b,y(1)%a,y(1)%b,i
 s = ' 12 3.4 56'
 read(s,'(dt,i3)') x, i
 print '(i0,1x,f5.1,1x,i0)', x%a,x%b,i
 write(*,nn)
 write(*,'(i4,f6.2)') x
end
!>             1   2.50000000    x1
!>            5            1   2.50000000    x1           6            1   2.50000000    x1            1   2.50000000    x1
!>  abc            1   2.50000000    x1 def
!> [DT1] [DTfoo1]1 2 3
!>    3[DT1]
!>            7            1   2.50000000    x1 e
!>              1   2.50000000    x1           9
!>  [DT1]
!>             1   2.50000000    x1
!> 5  6.5 8  9.5 4
!> 12   3.4 56
!> &NN
!>  I=56         ,
!>  X=[NAMELIST12]
!>  /
!>   12  3.40
