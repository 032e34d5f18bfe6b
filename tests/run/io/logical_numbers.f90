! A number in the place of a logical value may be a repeat count.
program p
 implicit none
 character(40) :: t, message
 integer :: ios, i
 real :: x
 logical :: l, m
 t = '1 2 3.4 q'
 read (t, *, iostat=ios, iomsg=message) i, x, l
 print *, ios > 0, trim(message)
 t = '1 2 q'
 read (t, *, iostat=ios, iomsg=message) i, x, l
 print *, ios > 0, trim(message)
 t = '1 2 2*t'
 read (t, *, iostat=ios) i, x, l, m
 print *, ios, l, m
end program
!>  T Bad repeat count in item 3 of list input
!>  T Bad logical value while reading item 3
!>            0 T T
