! Namelist input: qualifiers and their errors, names that look like values, inherited components, names of the scope,
! internal files; child statements of defined input; output that does not fit.
module things
  implicit none
  integer :: inner = 3
  type base
    real :: x = 0
  end type
  type, extends(base) :: derived
    character(4) :: s(2) = 'aaaa'
  end type
  type word
    character(3) :: w = '...'
  contains
    procedure :: put, get
    generic :: write(formatted) => put
    generic :: read(formatted) => get
  end type
contains
  subroutine put(dtv, unit, iotype, v_list, iostat, iomsg)
    class(word), intent(in) :: dtv
    integer, intent(in) :: unit, v_list(:)
    character(*), intent(in) :: iotype
    integer, intent(out) :: iostat
    character(*), intent(inout) :: iomsg
    write (unit, '(a)', iostat=iostat, iomsg=iomsg) dtv%w
  end subroutine
  subroutine get(dtv, unit, iotype, v_list, iostat, iomsg)
    class(word), intent(inout) :: dtv
    integer, intent(in) :: unit, v_list(:)
    character(*), intent(in) :: iotype
    integer, intent(out) :: iostat
    character(*), intent(inout) :: iomsg
    integer :: i
    do i = 1, 3
      read (unit, '(a1)', iostat=iostat, iomsg=iomsg) dtv%w(i:i)
      if (iostat /= 0) return
    end do
  end subroutine
end module
program namelist_names
  use things, outer => inner
  implicit none
  character(200) :: msg, one, many(8)
  integer :: ios, infinity = -1, n(-2:1) = 0, t = 0
  real :: r(6) = -1
  logical :: l(3) = .false.
  type(derived) :: d, dd(2)
  class(word), allocatable :: c
  namelist /all/ infinity, n, r, l, t, d, dd, outer
  namelist /words/ c
  call try('&all n(-3)=1 /')
  call try('&all n(2:3)=1 /')
  call try('&all n(-1:-2)=1 /')
  call try('&all n(1,2)=1 /')
  call try('&all n( )=1 /')
  call try('&all n(0::)=1 /')
  call try('&all n(k)=1 /')
  call try('&all t(1)=1 /')
  call try('&all t%x=1 /')
  call try('&all dd%s = ''b'' /')
  call try('&all d%s(1)(2) = ''b'' /')
  call try('&all d%s(1)(2:5) = ''b'' /')
  call try('&all d%s(1)(1:3:2) = ''b'' /')
  call try('&all n = 5*1 /')
  call try('&all n = 1 2 3 4 5 /')
  call try('&all n = 1 &all')
  call try('&all n 1 /')
  call try('&all inner = 1 /')
  call try('&all d%y = 1 /')
  call try('&all r = 1, 1- /')
  call try('&all n = , 5, , 7 d%x=1.5 dd(2)%s(1:2)(2:3) = ''xy'' ''zz'' dd(1)%base%x=4 outer=8 &end')
  print '(4i3,3f5.1,4a5,i3)', n, d%x, dd%x, dd(1)%s, dd(2)%s, outer
  open (10, status='scratch')
  write (10, '(a)') '&all r(1:4) = 2*1.5, nan, infinity', '! a comment', '', ' infinity', '  = 7, l = T', 't', ' = 9 /'
  rewind 10
  read (10, all)
  print '(3f9.2,l2,i3,l2,i3)', r(1:2), r(4), r(3) /= r(3), infinity, l(1), t
  close (10)
  c = word('abc')
  write (one, words)
  print '(a)', trim(one)
  many = ''
  write (many, words)
  print '(a)', (trim(many(ios)), ios=1, 3)
  c%w = ''
  read (one, words)
  print '(a)', c%w
  read (many, words, iostat=ios)
  print '(i0)', ios
  one = 'de'
  msg = ''
  read (one(1:2), '(dt)', iostat=ios, iomsg=msg) c
  print '(i0,1x,a)', ios, trim(msg)
  msg = ''
  write (one, '(dt)', iostat=ios, iomsg=msg) t
  print '(i0,1x,a)', ios, msg(:70)
  ! A group that does not fit.
  write (one(1:20), all, iostat=ios)
  print '(l1)', ios /= 0
contains
  subroutine try(text)
    character(*), intent(in) :: text
    msg = ''
    one = text
    read (one, all, iostat=ios, iomsg=msg)
    print '(i0,1x,a)', ios, trim(msg)
  end subroutine
end program
!> 5010 Index 1 out of range for namelist variable n
!> 5010 Index 1 out of range for namelist variable n
!> 5010 Bad range in index 1 for namelist variable n
!> 5010 Bad number of index fields for namelist variable n
!> 5010 Null index field for namelist variable n
!> 5010 Bad index triplet for namelist variable n
!> 5010 Bad character in index for namelist variable n
!> 5010 Qualifier for a scalar or non-character namelist object t
!> 5010 Attempt to get derived component for t
!> 5010 Multiple sub-objects with non-zero rank in namelist object dd%s
!> 5010 Missing colon in substring qualifier for namelist variable d%s
!> 5010 Substring out of range for namelist variable d%s
!> 5010 Step not allowed in substring qualifier for namelist object d%s
!> 5010 Repeat count too large for namelist object n
!> 5010 Cannot match namelist object name 5
!> 5010 namelist not terminated with / or &end
!> 5010 Equal sign must follow namelist object name n
!> 5010 Cannot match namelist object name inner
!> 5010 Cannot match namelist object name d%y
!> 5010 Bad real number in item 1 of list input, namelist object r
!> 0
!>   1  5  3  7  1.5  4.0  0.0 aaaa aaaa axya azza  8
!>      1.50     1.50 Infinity T  7 T  9
!>  &WORDS  C=abc  /
!>  &WORDS
!>  C=abc
!>  /
!> abc
!> 0
!> -2 End of record
!> 5006 Missing DTIO procedure or intrinsic type passed for item 1 in formatte
!> T
