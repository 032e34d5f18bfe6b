! Blanks at the end do not matter in comparisons and assignments: TRIM there is not computed. Texts that overlap.
program trimmed_operands
  implicit none
  character(40) :: a
  character(12) :: b, c(3)
  character(:), allocatable :: d
  character(kind=4, len=9) :: w
  character(300) :: long
  integer :: n
  a = 'hello world'
  b = trim(a)
  print '(3a)', '[', b, ']'
  print *, trim(a) == 'hello world', trim(a) == 'hello world   ', trim(a) > 'hello', trim(b)//'x' == 'hello worldx'
  print *, trim(a) == trim(b), trim(a) < trim('hello xorld  '), trim(' ') == '', trim(b) /= a
  a(3:) = trim(a)
  print '(3a)', '[', a, ']'
  a(2:20) = trim(a(4:))
  print '(3a)', '[', a, ']'
  a = trim(a(3:))
  print '(3a)', '[', a, ']'
  n = len_trim(a)
  a(n+1:) = 'tail'
  print *, a(1:n) == 'worldorld', n, a == a(1:n)
  c = ['one         ', 'two         ', 'three       ']
  d = 'two  '
  print *, c == trim(d), c(2)(:3) == trim(d), d == trim(c(2))
  d = trim(d)
  print *, len(d), '[', d, ']'
  w = 4_'wide  '
  print *, trim(w) == 4_'wide', trim(w) > 4_'wid'
  long = repeat('ab', 120)
  print *, index(long, 'ba  '), index(long, 'ba', .true.), index(long, 'ab '), index(trim(long), 'abb'), index(long, 'b', back=.true.)
  print *, index('', 'a'), index('a', ''), index('abc', '', .true.), index('ab', 'abc')
  print *, scan(long, ' '), scan(long, 'b ', .true.), verify(long, 'ab'), verify(long, ' ', .true.), verify(long, 'a'), scan(a, '')
  print *, verify('', 'a'), verify('aa', ''), verify('aa', '', .true.), len_trim(long), len_trim(long(:0)), len_trim(repeat(' ', 17))
  print '(3a)', '[', adjustl('   x y  '), ']', '[', adjustr('   x y  '), ']', '[', adjustl('        '), ']', '[', adjustr('full'), ']'
end program trimmed_operands
!> [hello world ]
!>  T T T T
!>  T T T F
!> [hehello world                           ]
!> [hello world                             ]
!> [llo world                               ]
!>  F           9 F
!>  F T F T T
!>            3 [two]
!>  T T
!>            0         238         239           0         240
!>            0           1           4           0
!>          241         300         241         240           2           0
!>            0           1           2         240           0           0
!> [x y     ]
!> [     x y]
!> [        ]
!> [full]
