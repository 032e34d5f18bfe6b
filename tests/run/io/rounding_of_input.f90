! The rounding mode holds for numbers that are read, too (F2018 13.7.2.3.8): edited, list-directed and by namelist.
program p
  implicit none
  character(12) :: b
  real :: x(4)
  real(8) :: d(4)
  real(16) :: q(2)
  real(10) :: t(2)
  namelist /n/ x
  b = '0.1'
  read(b, '(ru,f5.1,t1,rd,f5.1,t1,rz,f5.1,t1,rn,f5.1)') x
  print '(4z9.8)', x
  b = '-0.1'
  read(b, '(ru,f5.1,t1,rd,f5.1,t1,rz,f5.1,t1,rn,f5.1)') x
  print '(4z9.8)', x
  b = '0.3'
  read(b, '(ru,f5.1,t1,rd,f5.1,t1,rz,f5.1,t1,rc,f5.1)') d
  print '(4z17.16)', d
  read(b, '(ru,f5.1,t1,rd,f5.1)') q
  print '(2z33.32)', q
  read(b, '(ru,f5.1,t1,rd,f5.1)') t
  print '(2z21.20)', t
  ! Beyond the largest number, and below the least.
  b = '1e400'
  read(b, '(ru,f5.1,t1,rd,f5.1,t1,rz,f5.1,t1,rn,f5.1)') d
  print '(4z17.16)', d
  b = '-1e-400'
  read(b, '(ru,f7.1,t1,rd,f7.1,t1,rz,f7.1,t1,rn,f7.1)') d
  print '(4z17.16)', d
  ! Halfway between two numbers.
  b = '16777217'
  read(b, '(rc,f8.0,t1,rn,f8.0,t1,ru,f8.0,t1,rd,f8.0)') x
  print '(4f12.1)', x
  open(10, status='scratch', round='up')
  write(10, '(a)') '0.1 0.3 2*(0.1,-0.1)', '&n x = 2*0.1, -0.1 /'
  rewind 10
  read(10, *) x(1), d(1)
  print '(z9.8,z17.16)', x(1), d(1)
  rewind 10
  read(10, *, round='down') x(1), d(1)
  print '(z9.8,z17.16)', x(1), d(1)
  x = 0
  read(10, n)
  print '(4z9.8)', x
end program
!>  3DCCCCCD 3DCCCCCC 3DCCCCCC 3DCCCCCD
!>  BDCCCCCC BDCCCCCD BDCCCCCC BDCCCCCD
!>  3FD3333333333334 3FD3333333333333 3FD3333333333333 3FD3333333333333
!>  3FFD3333333333333333333333333334 3FFD3333333333333333333333333333
!>  3FFD999999999999999A 3FFD9999999999999999
!>  7FF0000000000000 7FEFFFFFFFFFFFFF 7FEFFFFFFFFFFFFF 7FF0000000000000
!>  8000000000000000 8000000000000001 8000000000000000 8000000000000000
!>   16777218.0  16777216.0  16777218.0  16777216.0
!>  3DCCCCCD 3FD3333333333334
!>  3DCCCCCC 3FD3333333333333
!>  3DCCCCCD 3DCCCCCD BDCCCCCC 00000000
