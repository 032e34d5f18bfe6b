program formats
  implicit none
  integer :: i
  real(8) :: x
  character(len=12) :: s
  logical :: l
  complex :: z
  x = 3.14159265358979d0
  z = (1.5, -2.25)
  print '(i5, i5.3, i0)', 42, 7, -99
  print '(f8.3, e12.4, es12.4, g12.4)', x, x * 1000, x / 1000, x
  print '(a, a6, a2)', 'abc', 'def', 'ghi'
  print '(l3, 2x, l1)', .true., .false.
  print '(3(i3, ","), t30, a)', 1, 2, 3, 'end'
  print '(2f6.2)', z
  print '(i3)', [1, 2, 3]
  print '(*(i0, :, ", "))', [1, 2, 3]
  print '(a/a)', 'two', 'lines'
  print *, 1, 2.5, 'text', .true., z, x
  print *, [1.0, 2.0], huge(1), tiny(1.0)
  write (s, '(i4.4, "/", i2.2)') 2026, 7
  print *, s
  read (s, '(i4, 1x, i2)') i
  print *, i
  s = '12 3.5 T'
  read (s, *) i, x, l
  print *, i, x, l
  write (*, '(a)', advance='no') 'no newline'
  write (*, '(a)') ' here'
  print '(1x, z8, o8, b8.8)', 255, 8, 5
  print '(f0.2, 1x, f5.1, 1x, e10.3e3)', 0.5, -0.04, 1.0e-20
end program
!>    42  007-99
!>    3.142  0.3142E+04  3.1416E-03   3.142
!> abc   defgh
!>   T  F
!>   1,  2,  3,                 end
!>   1.50 -2.25
!>   1
!>   2
!>   3
!> 1, 2, 3
!> two
!> lines
!>            1   2.50000000     text T            (1.50000000,-2.25000000)   3.1415926535897900
!>    1.00000000       2.00000000      2147483647   1.17549435E-38
!>  2026/07
!>         2026
!>           12   3.5000000000000000      T
!> no newline here
!>        FF      1000000101
!> .50  -0.0 0.100E-019
