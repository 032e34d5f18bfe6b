! Defined input/output: type-bound and by interfaces, formatted, unformatted, nested, on internal files.
module stack_m
 implicit none
 type :: node
   integer :: v = 0
   type(node), pointer :: next => null()
 end type
 type, abstract :: shape
 contains
   procedure(w), deferred :: dump
   generic :: write(formatted) => dump
 end type
 abstract interface
   subroutine w(dtv,unit,iotype,v_list,iostat,iomsg)
     import :: shape
     class(shape),intent(in) :: dtv
     integer,intent(in) :: unit
     character(*),intent(in) :: iotype
     integer,intent(in) :: v_list(:)
     integer,intent(out) :: iostat
     character(*),intent(inout) :: iomsg
   end subroutine
 end interface
 type, extends(shape) :: circle
   real :: r = 1.0
 contains
   procedure :: dump => dump_c
 end type
 type, extends(shape) :: rect
   real :: a=2, b=3
   type(circle) :: in
 contains
   procedure :: dump => dump_r
 end type
 type :: list
   type(node), pointer :: first => null()
 end type
 interface write(formatted)
   module procedure write_list
 end interface
 interface read(formatted)
   module procedure read_list
 end interface
 interface write(unformatted)
   module procedure ulist
 end interface
 interface read(unformatted)
   module procedure rulist
 end interface
contains
 subroutine dump_c(dtv,unit,iotype,v_list,iostat,iomsg)
     class(circle),intent(in) :: dtv
     integer,intent(in) :: unit
     character(*),intent(in) :: iotype
     integer,intent(in) :: v_list(:)
     integer,intent(out) :: iostat
     character(*),intent(inout) :: iomsg
     character(20) :: f
     if (size(v_list)==2) then
       write(f,'("(a,f",i0,".",i0,")")') v_list
       write(unit,f,iostat=iostat,iomsg=iomsg) 'circle ', dtv%r
     else
       write(unit,'("circle ",f0.2)',iostat=iostat,iomsg=iomsg) dtv%r
     end if
 end subroutine
 subroutine dump_r(dtv,unit,iotype,v_list,iostat,iomsg)
     class(rect),intent(in) :: dtv
     integer,intent(in) :: unit
     character(*),intent(in) :: iotype
     integer,intent(in) :: v_list(:)
     integer,intent(out) :: iostat
     character(*),intent(inout) :: iomsg
     write(unit,'("rect ",2f6.2,1x,dt,"!")',iostat=iostat,iomsg=iomsg) dtv%a, dtv%b, dtv%in
 end subroutine
 subroutine push(l, v)
   type(list), intent(inout) :: l
   integer, intent(in) :: v
   type(node), pointer :: n
   allocate(n); n%v = v; n%next => l%first; l%first => n
 end subroutine
 subroutine write_list(dtv,unit,iotype,v_list,iostat,iomsg)
     class(list),intent(in) :: dtv
     integer,intent(in) :: unit
     character(*),intent(in) :: iotype
     integer,intent(in) :: v_list(:)
     integer,intent(out) :: iostat
     character(*),intent(inout) :: iomsg
     type(node), pointer :: p
     iostat = 0
     p => dtv%first
     write(unit,'(a)') '['
     do while (associated(p))
       write(unit,'(i0)') p%v
       p => p%next
       if (associated(p)) write(unit,'(a)') ', '
     end do
     write(unit,'(a)') ']'
 end subroutine
 subroutine read_list(dtv,unit,iotype,v_list,iostat,iomsg)
     class(list),intent(inout) :: dtv
     integer,intent(in) :: unit
     character(*),intent(in) :: iotype
     integer,intent(in) :: v_list(:)
     integer,intent(out) :: iostat
     character(*),intent(inout) :: iomsg
     integer :: n, i, v
     read(unit,*,iostat=iostat,iomsg=iomsg) n
     if (iostat/=0) return
     do i=1,n
       read(unit,*,iostat=iostat,iomsg=iomsg) v
       if (iostat/=0) return
       call push(dtv,v)
     end do
 end subroutine
 subroutine ulist(dtv,unit,iostat,iomsg)
     class(list),intent(in) :: dtv
     integer,intent(in) :: unit
     integer,intent(out) :: iostat
     character(*),intent(inout) :: iomsg
     type(node), pointer :: p
     integer :: n
     n = 0
     p => dtv%first
     do while (associated(p)); n = n + 1; p => p%next; end do
     write(unit,iostat=iostat,iomsg=iomsg) n
     p => dtv%first
     do while (associated(p))
       write(unit,iostat=iostat,iomsg=iomsg) p%v
       p => p%next
     end do
 end subroutine
 subroutine rulist(dtv,unit,iostat,iomsg)
     class(list),intent(inout) :: dtv
     integer,intent(in) :: unit
     integer,intent(out) :: iostat
     character(*),intent(inout) :: iomsg
     integer :: n, i, v
     read(unit,iostat=iostat,iomsg=iomsg) n
     do i=1,n
       read(unit,iostat=iostat,iomsg=iomsg) v
       call push(dtv,v)
     end do
 end subroutine
end module
program p
 use stack_m
 implicit none
 type(list) :: l, k, e, ls(2)
 class(shape), allocatable :: s
 type box
   class(shape), allocatable :: x
 end type
 type(box) :: bs(2)
 integer :: u, i, ios
 character(60) :: msg
 character(30) :: lines(3)
 do i=1,4; call push(l,i*i); end do
 write(*,'(dt)') l
 write(*,'(a,dt,a)') 'list ', l, ' end'
 write(*,'(dt)') e
 s = circle(2.5)
 write(*,'(dt(8,3),"|")') s
 deallocate(s); allocate(rect :: s)
 write(*,'(dt)') s
 bs(1)%x = circle(4.0); bs(2)%x = rect(1.0,2.0,circle(9.0))
 do i=1,2; write(*,'(i2,1x,dt)') i, bs(i)%x; end do
 open(newunit=u, status='scratch', form='unformatted')
 write(u) 7, l, 8
 write(u) e
 rewind(u)
 read(u) i, k, ios
 print '(i0,1x,i0,1x,dt)', i, ios, k
 read(u) e
 print '(dt)', e
 close(u)
 open(newunit=u, status='scratch', form='formatted')
 write(u,'(a)') '3 10 20', '30 99', '2 5'
 rewind(u)
 read(u,*) e, i
 print '(dt,1x,i0)', e, i
 read(u,*,iostat=ios,iomsg=msg) k
 print *, ios, trim(msg)
 close(u)
 write(lines,'(dt,/,dt)') l, e
 print '(a)', lines(1:2)
end program
!> [16, 9, 4, 1]
!> list [16, 9, 4, 1] end
!> []
!> circle    2.500|
!> rect   2.00  3.00 circle 1.00!
!>  1 circle 4.00
!>  2 rect   1.00  2.00 circle 9.00!
!> 7 8 [1, 4, 9, 16]
!> []
!> [30, 20, 10] 99
!>           -1 End of file
!> [16, 9, 4, 1]                 
!> [30, 20, 10]                  
