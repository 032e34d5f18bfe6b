! Lines of namelist output, parts of strings in input, messages of input that is wrong.
program namelist_lines
  implicit none
  integer :: i, a5(5) = [1, 2, 3, 4, 5], a12(12) = [(i, i=1,12)], z(8) = 0, q5(7) = [1, 1, 2, 3, 4, 5, 5]
  complex :: c6(6) = [(cmplx(i, -i), i=1,6)]
  logical :: l6(6) = [.true., .false., .true., .false., .true., .true.]
  character(3) :: s(3) = ['abc', 'def', 'ghi']
  namelist /all/ a5, a12, z, q5, c6, l6, s
  write (*, all)
  call try('&all s(2)="x" s(3)(2:3)="ZZ" s(1)(1:1)="Y" /')
  call try('&all a5(6)=1 /')
  call try('&all a5 3 /')
  call try('&all a5=1,2,3 z(2:4:2)=2*7 /')
  call try('&all nothing=1 /')
contains
  subroutine try(text)
    character(*), intent(in) :: text
    character(60) :: line(1)
    character(80) :: message
    integer :: status
    line(1) = text
    message = ''
    s = 'o'
    a5 = 0
    z = 0
    read (line, all, iostat=status, iomsg=message)
    print '(i0,1x,a)', status, trim(message)
    print '(3(a,"|"),5(i0,1x),4(i0,1x))', s, a5, z(1:4)
  end subroutine
end program
!> &ALL
!>  A5=1          ,2          ,3          ,4          ,5          ,
!>
!>  A12=1          ,2          ,3          ,4          ,5          ,
!>  6          ,7          ,8          ,9          ,10         ,11         ,
!>  12         ,
!>  Z= 8*0          ,
!>  Q5= 2*1          ,2          ,3          ,4          , 2*5          ,
!>
!>  C6=(1.00000000,-1.00000000),(2.00000000,-2.00000000),(3.00000000,-3.00000000),
!>  (4.00000000,-4.00000000),(5.00000000,-5.00000000),(6.00000000,-6.00000000),
!>
!>  L6=T,F,T,F, 2*T,
!>
!>  S="abc","def","ghi",
!>  /
!> 0
!> Y  |x  |oZZ|0 0 0 0 0 0 0 0 0
!> 5010 Index 1 out of range for namelist variable a5
!> o  |o  |o  |0 0 0 0 0 0 0 0 0
!> 5010 Equal sign must follow namelist object name a5
!> o  |o  |o  |0 0 0 0 0 0 0 0 0
!> 0
!> o  |o  |o  |1 2 3 0 0 0 7 0 7
!> 5010 Cannot match namelist object name nothing
!> o  |o  |o  |0 0 0 0 0 0 0 0 0
