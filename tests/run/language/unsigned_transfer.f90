! Input and output of unsigned numbers: formatted, list-directed, unformatted, errors of range.
program unsigned_transfer
  implicit none
  unsigned(1) :: a
  unsigned(2) :: b
  unsigned :: c, list(3)
  unsigned(8) :: d, e
  integer :: status, u
  character(80) :: text, message
  a = 255u_1
  b = 65535u_2
  c = 4294967295u
  d = 18446744073709551615u_8
  print *, a, b, c, d
  print '(i3, i6, i10, i20)', a, b, c, d
  print '(i0, 1x, g0, 1x, i12.11, 1x, i3, 1x, sp, i0)', c, d, c, c, c
  print '(z8.8, 1x, b8, 1x, o0, 1x, g12.4)', c, a, d, c
  write (text, *) c
  read (text, *) d
  print *, d
  text = '4000000000 -1 007'
  read (text, *) list
  print *, list
  text = '   42ff'
  read (text, '(i5, z2)') c, a
  print *, c, a
  text = '4294967296'
  read (text, '(i10)', iostat=status, iomsg=message) c
  print *, status > 0, ' ', trim(message)
  text = '256'
  read (text, *, iostat=status, iomsg=message) a
  print *, status > 0, ' ', trim(message)
  text = '1x'
  read (text, '(i2)', iostat=status, iomsg=message) b
  print *, status > 0, ' ', trim(message)
  text = 'x'
  read (text, *, iostat=status, iomsg=message) b
  print *, status > 0, ' ', trim(message)
  open (newunit=u, status='scratch', form='unformatted')
  write (u) list, 18446744073709551614u_8
  rewind (u)
  list = 0u
  read (u) list, e
  print *, list, e
  close (u)
  call random_number(a)
  call random_number(list)
  print *, a <= 255u_1, all(list <= huge(list))
  inquire (iolength=status) a, b, c, d
  print *, status
end program
!>   255  65535  4294967295 18446744073709551615
!> 255 65535429496729518446744073709551615
!> 4294967295 18446744073709551615  04294967295 *** +4294967295
!> FFFFFFFF 11111111 1777777777777777777777   4294967295
!>            4294967295
!>   4000000000  4294967295           7
!>           42  255
!>  T  Value overflowed during unsigned integer read
!>  T  Unsigned integer overflow while reading item 1 of list input
!>  T  Bad value during unsigned integer read
!>  T  Bad unsigned integer for item 1 in list input
!>   4000000000  4294967295           7 18446744073709551614
!>  T T
!>           15
