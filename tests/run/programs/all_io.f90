! All forms of access, namelist, edit descriptors, list-directed reading.
program io
  use iso_fortran_env, only: iostat_end, iostat_eor, int64
  implicit none
  integer :: i, j, ios, n, u, u2, rl, a(5), pos
  real :: x, r(3)
  double precision :: d
  complex :: z
  logical :: l, ex, op
  character(20) :: s, fmt, acc, nm
  character(200) :: line
  character(:), allocatable :: msg
  integer(int64) :: big
  type rec
    integer :: id
    real :: v
    character(4) :: t
  end type
  type(rec) :: q, qs(2)
  namelist /cfg/ i, x, s, a, l, z
  open (newunit=u, file='t_io.tmp', status='replace', action='readwrite', form='formatted')
  write (u, '(a)') 'first line', 'second line'
  write (u, *) 1, 2.5, 'str', .true., (1., 2.)
  write (u, '(3i5)') 1, 2, 3
  write (u, '(i5,f8.3,a)') 42, 3.14159, ' end'
  rewind (u)
  read (u, '(a)') s; print *, s
  read (u, '(a6,1x,a)') s, line; print *, s, trim(line)
  read (u, *) i, x, s, l, z; print *, i, x, s, l, z
  read (u, *) a(1:3); print *, a(1:3)
  read (u, '(i5,f8.3)') i, x; print '(i4,f9.4)', i, x
  read (u, *, iostat=ios) i; print *, ios == iostat_end, ios < 0
  backspace (u); backspace (u)
  read (u, '(i5)') i; print *, i
  inquire (unit=u, opened=op, name=nm, access=acc, exist=ex)
  print *, op, trim(nm), ' ', trim(acc), ex
  close (u, status='delete')
  inquire (file='t_io.tmp', exist=ex); print *, ex
  inquire (iolength=rl) q
  open (newunit=u, file='t_da.tmp', access='direct', recl=rl, form='unformatted', status='replace')
  do i = 1, 5
    q = rec(i, i*1.5, 'r' // achar(48+i))
    write (u, rec=i) q
  end do
  read (u, rec=3) q; print *, q
  write (u, rec=3) rec(33, 0., 'new')
  read (u, rec=3) q%id, q%v, q%t; print *, q%id, q%t
  read (u, rec=9, iostat=ios) q; print *, ios /= 0
  close (u, status='delete')
  open (newunit=u, file='t_st.tmp', access='stream', form='unformatted', status='replace')
  write (u) 1, 2, 'abc', 3.5d0
  inquire (u, pos=pos); print *, pos
  read (u, pos=5) i, s(1:3); print *, i, s(1:3)
  read (u, pos=12) d; print *, d
  close (u, status='delete')
  open (newunit=u, file='t_sq.tmp', form='unformatted', status='replace')
  write (u) [1,2,3], 'x'; write (u) 5d0
  rewind u
  read (u) a(1:2); read (u) d; print *, a(1:2), d
  close (u, status='delete')
  i = 3; x = 1.5; s = 'nml'; a = [1,2,3,4,5]; l = .true.; z = (1,-1)
  open (newunit=u, status='scratch')
  write (u, nml=cfg)
  i = 0; x = 0; s = ''; a = 0; l = .false.; z = 0
  rewind (u); read (u, nml=cfg); print *, i, x, s, a, l, z
  rewind (u); write (u, '(a)') '&cfg i=7, a(2:3)=20,30 a(5)=50, s=''it''''s'', x=1e3 /'; endfile (u)
  rewind (u); read (u, cfg); print *, i, x, s, a
  close (u)
  line = '10 20,30 / 40'
  a = 0; read (line, *) a; print *, a
  line = "3*7, , 'quoted str'"
  a = 1; read (line, *) a(1:3), i, s; print *, a, i, s
  write (s, '(i0,a,f0.2)') 5, '/', 2.5; print *, s
  read (s, '(i1,1x,f4.2)') i, x; print *, i, x
  print '(i5.3,1x,i0,1x,i3,1x,b8.4,1x,o5,1x,z4)', 7, -12, 1234, 5, 64, 255
  print '(f8.3,f0.1,e12.4,es12.3,en12.3,g12.4,g0)', 3.14159, 2.25, 12345.678, 12345.678, 12345.678, 0.1, 2.5
  print '(e10.3e3,1pe12.4,0pf8.2,d12.3)', 1.5e10, 1.5, 2.5, 1d100
  print '(l1,l5,a3,a,a8)', .true., .false., 'abcdef', 'xyz', 'right'
  print '(2(i2,",",:),"|")', 1, 2
  print '(2(i2,",",:),"|")', 1
  print '(sp,i4,f6.1,ss,i4)', 5, 2.5, 5
  print '(1x,a,t10,a,tr3,a,tl2,a)', 'x', 'y', 'z', 'w'
  print '(a,/,a,//,a)', 'l1', 'l2', 'l4'
  print '(*(i0,:,", "))', [1,2,3,4]
  print '(3(f5.1),/,(2i4))', 1., 2., 3., 1, 2, 3, 4
  fmt = '(a,i3)'; print fmt, 'dyn', 5
  print '(bn,i5,bz,i5)', 1, 2
  line = ' 1 2 3'; read (line, '(bz,i6)') i; print *, i
  line = '12345678'; read (line, '(i2,2x,i2,t1,i3)') i, j, n; print *, i, j, n
  line = '1.5E2 3,4'; read (line, '(f5.0,1x,f1.0,1x,f1.0)') x, r(1), r(2); print *, x, r(1:2)
  line = 'T F .true.'; read (line, *) l, ex, op; print *, l, ex, op
  line = '  0xFF'; read (line, '(a)') s; print *, s
  line = 'ff'; read (line, '(z2)') i; print *, i
  do i = 1, 3
    write (*, '(i2)', advance='no') i
  end do
  write (*, *)
  open (newunit=u, status='scratch'); write (u, '(a)') 'abcdefghij', 'kl'; rewind u
  read (u, '(a4)', advance='no', iostat=ios, size=n) s; print *, s, n, ios
  read (u, '(a10)', advance='no', iostat=ios, size=n) s; print *, s, n, ios == iostat_eor
  read (u, '(a)') s; print *, s
  close (u)
  line = 'abc'; read (line, *, iostat=ios, iomsg=fmt) i; print *, ios /= 0, len_trim(fmt) > 0
  open (unit=99, file='/nonexistent/x', status='old', iostat=ios); print *, ios /= 0
  write (line, *) qs%id * 0 + [1,2]; print *, trim(line)
  write (line, '(2(a,i2))') ('k', i, i=1,2); print *, trim(line)
  big = 12345678901234_int64; print *, big, -huge(1)-1
  print *, 1.0, 0.1, 1e10, 1e-10, 123456.789, 1.0d0, 1d-5, 1e5, 99999.95
  print *, tiny(1.), huge(1d0), 0., -0., 1./3., 2d0/3
  print '(f5.2,f4.1,f3.0,f6.2)', 999.999, -0.04, 0.5, -0.001
  print '(es10.2e2,g10.3,g10.3,g10.3)', 1e-20, 1e-3, 1e5, 0.
  print '(i2,f3.1)', 100, 10.5
end program
!>  first line
!>  second              line
!>            1   2.50000000     str                  T             (1.00000000,2.00000000)
!>            1           2           3
!>   42   3.1420
!>  T T
!>           42
!>  T t_io.tmp SEQUENTIAL T
!>  F
!>            3   4.50000000     r3
!>           33 new
!>  T
!>           20
!>            2 abc
!>    3.5000000000000000
!>            1           2   5.0000000000000000
!>            3   1.50000000     nml                            1           2           3           4           5 T            (1.00000000,-1.00000000)
!>            7   1000.00000     it's                           1          20          30           4          50
!>           10          20          30           0           0
!>            7           7           7           1           1           7 quoted str
!>  5/2.50
!>            5   2.50000000
!>   007 -12 ***     0101   100   FF
!>    3.1422.2  0.1235E+05   1.235E+04  12.346E+03  0.1000    2.50000000
!> 0.150E+011  1.5000E+00    2.50   0.100+101
!> T    Fabcxyz   right
!>  1, 2,
!>  1,
!>   +5  +2.5   5
!>  x       y  wz
!> l1
!> l2
!>
!> l4
!> 1, 2, 3, 4
!>   1.0  2.0  3.0
!>    1   2
!>    3   4
!> dyn  5
!>     1    2
!>        10203
!>           12          56         123
!>    150.000000       3.00000000       4.00000000
!>  T F T
!>    0xFF
!>          255
!>  1 2 3
!>  abcd                           4           0
!>  efghij                         6 T
!>  kl
!>  T T
!>  T
!>             1           2
!>  k 1k 2
!>        12345678901234 -2147483648
!>    1.00000000      0.100000001       1.00000000E+10   1.00000001E-10   123456.789       1.0000000000000000        1.0000000000000001E-005   100000.000       99999.9531
!>    1.17549435E-38   1.7976931348623157E+308   0.00000000      -0.00000000      0.333333343      0.66666666666666663
!> *****-0.0 0. -0.00
!>   1.00E-20 0.100E-02 0.100E+06  0.00
!> *****
