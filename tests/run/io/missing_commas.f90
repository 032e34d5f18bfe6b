! Edit descriptors without commas between them, as an extension.
program missing_commas
  implicit none
  character(len=20) :: f = '(i3 f6.2 a)'
  write (*, '(  f5.1  f5.1  f10.6)') 1.0, 2.0, 3.0
  write (*, '(i3"a"i3,2x i2 1x i2)') 1, 2, 3, 4
  write (*, f) 7, 1.5, 'end'
  write (*, 10) 1, 2
10 format (i3 i3)
end program
!>   1.0  2.0  3.000000
!>   1a  2                      3  4
!>   7  1.50end
!>   1  2
