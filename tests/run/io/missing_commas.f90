! Edit descriptors without commas between them, as an extension of constant formats; in others they are an error.
program missing_commas
  implicit none
  integer :: i
  character(len=20) :: f = '(i3 f6.2 a)'
  write (*, '(  f5.1  f5.1  f10.6)') 1.0, 2.0, 3.0
  write (*, '(i3"a"i3,2x i2 1x i2)') 1, 2, 3, 4
  write (*, '(i3 f6.2 a)') 7, 1.5, 'end'
  write (*, f, iostat=i) 7, 1.5, 'end'
  print *, i > 0
  write (*, 10) 1, 2
10 format (i3 i3)
end program
!>   1.0  2.0  3.000000
!>   1a  2                      3  4
!>   7  1.50end
!>  T
!>   1  2
