! Input and output of characters of kind 4: internal units, files in UTF-8 and in the default encoding, unformatted.
program wide_files
  implicit none
  integer, parameter :: u = selected_char_kind('ISO_10646')
  character(kind=u,len=16) :: line, lines(2)
  character(kind=u,len=12) :: a, b
  character(len=12) :: d
  character(len=20) :: word
  character(kind=u,len=4) :: list(3), pair(2)
  character(kind=u,len=:), allocatable :: s
  character :: byte
  integer :: i, j, n, ios
  real :: x
  logical :: l
  complex :: z
  type thing
    integer :: n
    character(kind=u,len=4) :: c
  end type
  type(thing) :: t
  namelist /group/ a, n, list, t

  ! Internal units of kind 4.
  write (line, '(i4,f6.2,l2)') 42, -1.5, .true.
  print '(3a)', '<', line, '>'
  write (line, '(a,i0,tr2,a3)') char(8364, u), 7, u_'wxyz'
  print '(*(1x,i0))', codes(line)
  write (line, *) u_'q', 12
  print '(3a)', '<', line, '>'
  write (lines, '(a2/z4.4)') char(960, u) // char(961, u) // char(962, u), 255
  print '(*(1x,i0))', codes(lines(1)), codes(lines(2))
  read (lines(2), '(z4)') n
  print '(i0)', n
  line = u_' 17 2.5 T'
  read (line, *) n, x, l
  print '(i0,f5.1,l2)', n, x, l
  line = u_'"' // char(8364, u) // u_' x", b' // char(955, u)
  read (line, *) a, b
  print '(*(1x,i0))', codes(a), codes(b)
  line = char(8364, u) // u_'12 (1,-2)'
  read (line, '(a1,i2)') a, n
  print '(*(1x,i0))', codes(a), n
  read (line(4:), *) z
  print '(2f5.1)', z
  read (line, '(t2,a4)') d
  print '(3a)', '<', d, '>'
  write (line, '(a)', iostat=ios) repeat(u_"x", 20)
  print '(l1)', ios /= 0
  ! Default internal units.
  write (d, '(3a)') u_'<', u_'a' // char(233, u) // char(8364, u), u_'>'
  print '(*(1x,i0))', (ichar(d(i:i)), i = 1, 6)
  read (d, '(1x,a4)') a
  print '(*(1x,i0))', codes(a)

  ! UTF-8.
  a = u_'A' // char(233, u) // char(1234, u) // char(8364, u) // char(128512, u) // u_'z'
  open (10, file='wide_files.txt', encoding='UTF-8', action='readwrite', status='replace')
  inquire (10, encoding=word)
  print '(a)', trim(word)
  write (10, '(a)') trim(a)
  write (10, '(a9,a3,a)') a(1:6), a, u_'|'
  write (10, *) trim(a), 12, u_'end'
  write (10, '(g0,a,1x,i3)') a(2:3), '!', 45
  write (10, '(a)', advance='no') a(2:2)
  write (10, '(2a)', advance='no') a(4:5), 'default'
  write (10, '(a)') a(6:6)
  write (10, *) u_'"' // a(3:4) // u_'" ', 17
  write (10, '(*(a,:,","))') [a(2:3), a(4:5)]
  rewind 10
  read (10, '(a)') b
  print '(*(1x,i0))', codes(b)
  read (10, '(a9,a2,a)') b, list(1:2)
  print '(*(1x,i0))', codes(b), codes(list(1)), codes(list(2))
  read (10, *) b, n
  print '(*(1x,i0))', codes(b), n
  read (10, '(a2,1x,i4)') b, n
  print '(*(1x,i0))', codes(b), n
  read (10, '(a1)', advance='no') b
  print '(*(1x,i0))', codes(b)
  read (10, '(a)', advance='no', iostat=ios, size=n) b
  print '(*(1x,i0))', codes(b), n, ios
  read (10, *) b, n
  print '(*(1x,i0))', codes(b), n
  backspace 10
  backspace 10
  read (10, '(a)') d
  print '(*(1x,i0))', (ichar(d(i:i)), i = 1, 4)
  close (10)
  open (10, file='wide_files.txt', access='stream', form='unformatted')
  n = 0
  do
    read (10, iostat=ios) byte
    if (ios /= 0) exit
    n = n + 1
    if (n <= 16) write (*, '(1x,z2.2)', advance='no') byte
  end do
  print '(1x,i0)', n
  close (10, status='delete')

  ! Namelist in UTF-8.
  a = char(951, u) // u_' "q"'
  n = -3
  list = [char(945, u) // u_'   ', u_'bb  ', u_'bb  ']
  t = thing(5, char(8364, u) // u_'uro')
  open (10, file='wide_files.nml', encoding='utf-8', delim='quote', action='readwrite', status='replace')
  write (10, nml=group)
  rewind 10
  do
    read (10, '(a)', iostat=ios) b
    if (ios /= 0) exit
    print '(*(1x,i0))', codes(b(1:10))
  end do
  rewind 10
  a = u_''
  list = u_'?'
  t = thing(0, u_'')
  read (10, nml=group)
  print '(*(1x,i0))', codes(a), n, (codes(list(i)), i = 1, 3), t%n, codes(t%c)
  close (10, status='delete')

  ! The default encoding.
  open (10, status='scratch')
  write (10, '(a)') u_'a' // char(233, u) // char(960, u) // u_'b'
  write (10, *) char(960, u) // u_'c', u_'d'
  rewind 10
  read (10, '(a)') b
  print '(*(1x,i0))', codes(b)
  read (10, '(a)') d
  print '(3a)', '<', d, '>'
  close (10)

  ! Unformatted.
  pair = [char(8364, u) // u_'ab ', u_'cd  ']
  s = char(1234567, u) // u_'xy'
  open (10, status='scratch', form='unformatted')
  write (10) pair, s, 7
  rewind 10
  pair = u_''
  a = u_'????????'
  read (10) pair, a(1:3), n
  print '(*(1x,i0))', codes(pair(1)), codes(pair(2)), codes(a), n
  close (10)
  inquire (iolength=n) pair, s
  print '(i0)', n
  print '(a,1x,a)', u_'to the screen', [u_'one', u_'two']
  print *, u_'list', 1, u_'x', u_'y'
contains
  pure function codes(s) result(c)
    character(kind=u,len=*), intent(in) :: s
    integer :: c(len(s)), k
    do k = 1, len(s)
      c(k) = ichar(s(k:k))
    end do
  end function
end program
!> <  42 -1.50 T    >
!>  8364 55 32 32 119 120 121 32 32 32 32 32 32 32 32 32
!> < q          12  >
!>  960 961 32 32 32 32 32 32 32 32 32 32 32 32 32 32 48 48 70 70 32 32 32 32 32 32 32 32 32 32 32 32
!> 255
!> 17  2.5 T
!>  8364 32 120 32 32 32 32 32 32 32 32 32 98 955 32 32 32 32 32 32 32 32 32 32
!>  8364 32 32 32 32 32 32 32 32 32 32 32 12
!>   1.0 -2.0
!> <12 (        >
!> T
!>  60 97 233 63 62 32
!>  97 233 63 62 32 32 32 32 32 32 32 32
!> UTF-8
!>  65 233 1234 8364 128512 122 32 32 32 32 32 32
!>  32 32 32 65 233 1234 8364 128512 122 32 32 32 65 233 32 32 1234 124 32 32
!>  65 233 1234 8364 128512 122 32 32 32 32 32 32 12
!>  233 1234 32 32 32 32 32 32 32 32 32 32 45
!>  233 32 32 32 32 32 32 32 32 32 32 32
!>  8364 128512 100 101 102 97 117 108 116 122 32 32 10 -2
!>  1234 8364 32 32 32 32 32 32 32 32 32 32 17
!>  233 63 63 100
!>  41 C3 A9 D3 92 E2 82 AC F0 9F 98 80 7A 0A 20 20 131
!>  38 71 82 79 85 80 32 32 32 32
!>  32 65 61 34 951 32 34 34 113 34
!>  32 78 61 45 51 32 32 32 32 32
!>  32 76 73 83 84 61 34 945 32 32
!>  32 84 37 78 61 53 32 32 32 32
!>  32 84 37 67 61 34 8364 117 114 111
!>  32 47 32 32 32 32 32 32 32 32
!>  951 32 34 113 34 32 32 32 32 32 32 32 -3 945 32 32 32 98 98 32 32 98 98 32 32 5 8364 117 114 111
!>  97 233 63 98 32 32 32 32 32 32 32 32
!> < ?cd        >
!>  8364 97 98 32 99 100 32 32 1234567 120 121 63 63 63 63 63 32 32 32 32 7
!> 44
!> to the screen one
!> two
!>  list           1 xy
