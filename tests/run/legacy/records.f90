! Structures, records, unions and maps of VAX Fortran; bitwise operators, AUTOMATIC and STATIC, old PARAMETER statements.
! options: -fdec
module shapes
  structure /point/
    real x /1.5/, y /-2.5/
  end structure
  structure /item/
    integer*2 id /7/
    character*6 name /'none'/
    character*2 %fill
    record /point/ at, corners(2)
    structure /box/ inner
      integer w, h
    end structure
    union
      map
        integer*4 whole
      end map
      map
        integer*2 low, high
      end map
      map
        character*1 bytes(4)
      end map
    end union
    integer tail(3) /1, 2*9/
  end structure
contains
  subroutine show(it)
    record /item/ it
    print '(I3,1X,A,4F6.2,3I3)', it.id, it.name, it.at.x, it.at.y, it.corners(2).x, it.corners(2).y, it.tail
    print '(2I4,2I6,1X,4A1)', it.inner.w, it.inner.h, it.low, it.high, it.bytes
  end subroutine
end module

integer function counter()
  static n
  automatic k
  integer n /0/, k
  k = 3
  n = n + k
  counter = n
end function

program vax
  use shapes
  parameter limit = 5, ratio = 2.5
  record /item/ a, b(2)
  record /point/ p
  record /box/ small
  integer i, counter
  logical l
  byte tiny
  p.x = 4.0
  p.y = 8.0
  small.w = 11
  small.h = 22
  a.inner = small
  a.at = p
  a.corners(2).y = 0.25
  a.bytes(1) = 'V'
  a.bytes(2) = 'A'
  a.bytes(3) = 'X'
  a.bytes(4) = '!'
  call show(a)
  b = a
  b(2).id = 12
  b(2).name = 'second'
  b(2).low = 256 * ichar('T') + ichar('U')
  call show(b(2))
  print *, b(1).whole .eq. a.whole, b(2).whole .eq. a.whole
  do i = 1, limit
    if ((i .and. 1) .ne. 0) print '(5I6)', i, i .or. 8, i .xor. 3, .not. i, counter()
  end do
  tiny = -1
  print *, tiny, ratio, 6 .eqv. 3, 12 .neqv. 10
  l = (limit .gt. 4) .and. .true.
  print *, l, sizeof(p), sizeof(small)
  type *, 'typed', i
  type '(A,I3)', 'with a format', i
end program
!>   7 none    4.00  8.00  1.50  0.25  1  9  9
!>   11  22 16726  8536 VAX!
!>  12 second  4.00  8.00  1.50  0.25  1  9  9
!>   11  22 21589  8536 UTX!
!>  T F
!>      1     9     2    -2     3
!>      3    11     0    -4     6
!>      5    13     6    -6     9
!>    -1   2.50000000              -6           6
!>  T                    8                    8
!>  typed           6
!> with a format  6
