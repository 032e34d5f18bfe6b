! AT, LZ, LZS and LZP edit descriptors and LEADING_ZERO= of Fortran 2023.
program leading_zeros
  implicit none
  character(6) :: s(2) = ['abc   ', '      ']
  character(20) :: mode
  integer :: u
  print '(at,"|",at,"|",2(at,","))', s, 'x  ', 'yz'
  print '(f6.2,lzs,f6.2,lzp,f6.2,lz,f6.2)', .5, .5, .5, .5
  print '(lzs,f0.2,1x,lzp,f0.2,1x,f4.3,1x,lz,f4.3,lzp,2x,e11.3,lzs,e11.3)', -.5, -.5, .125, .125, 1.5, 1.5
  print '(lzs,f4.0,f4.1,lzp,f3.1,f2.1)', 0., 0., .5, .5
  open(newunit=u, status='scratch', leading_zero='suppress')
  inquire(u, leading_zero=mode)
  print *, mode
  write(u, '(f6.2)') .25
  write(u, '(f6.2)', leading_zero='print') .25
  write(u, '(f0.2)', leading_zero='print') .25
  rewind(u)
  read(u, '(a)') mode
  print *, mode
  read(u, '(a)') mode
  print *, mode
  read(u, '(a)') mode
  print *, mode
end program
!> abc||x,yz,
!>   0.50   .50  0.50  0.50
!> -.50 -0.50 **** .125    0.150E+01   .150E+01
!>   0.  .00.5**
!>  SUPPRESS            
!>     .25              
!>    0.25              
!>  0.25                
