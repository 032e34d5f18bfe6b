! Concatenations assigned part by part: overlaps, growth in place, targets, truncation and blanks; comparisons of short strings.
module m
 type t
  character(:), allocatable :: s
  character(5) :: f(2)
 end type
contains
 subroutine app(x, c)
  class(t), intent(inout) :: x
  character(*), intent(in) :: c
  x%s = x%s // c // '|'
  x%f(2) = c // 'zz' // c
  x%f(1) = 'q' // x%f(1)
 end subroutine
 function g(a) result(r)
  character(*), intent(in) :: a
  character(:), allocatable :: r
  integer i
  r = ''
  do i = len(a), 1, -1
   r = r // a(i:i)
  end do
 end function
end module
program concatenations
 use m
 type(t) :: x
 type(t), target :: y
 character(:), pointer :: q
 character(:), allocatable :: a, b
 character(:), allocatable, target :: tt
 character(10) c
 character(3) d
 character(1) e
 character(kind=4,len=:), allocatable :: w
 character(kind=4,len=6) :: v
 integer i
 x%s = 'a'
 x%f = 'uvwxy'
 do i = 1, 3
  call app(x, achar(64+i)//'m')
 end do
 print *, x%s, x%f
 a = 'abc'
 a = a // a // a(2:3)
 print *, a, len(a)
 a = a(2:) // 'end' // a(:1)
 print *, a, len(a)
 a = 'x' // a
 print *, a, len(a)
 tt = 'hello'
 q => tt
 tt = tt(1:2) // q(3:5)
 q = q(5:5) // 'zz'
 print *, tt, len(tt), associated(q, tt)
 c = 'ab' // 'cd'
 d = c // 'x'
 e = c // d
 print *, c, '|', d, '|', e, '|'
 c = c(3:4) // c(1:2) // trim(c)
 print *, c, '|'
 do i = 0, 4
  d = c(1:i) // c(2:i) // 'k'
  print *, d, '|'
 end do
 b = g('stressed') // ' ' // g(trim(c))
 print *, b, len(b)
 b = ''
 do i = 1, 3000
  b = b // achar(97 + mod(i, 26)) // 'z'
 end do
 print *, len(b), b(1:20), b(5990:)
 b = (b(1:3) // 'x') // (('y' // b(1:2)))
 print *, b
 w = 4_'ab' // 4_'cd'
 w = w // 4_'e'
 v = w // w
 print *, w == 4_'abcde', len(w), v == 4_'abcdea', v == 4_'abcdeb'
 print *, 'ab' == 'ab  ', c(1:2) == 'cd', c(1:3) /= 'cda', d == 'cdk', d(1:1) < 'd', d(1:1) > achar(200), e >= 'a'
 c = 'abcdefghij'
 print *, c == 'abcdefghij', c == 'abcdefghijk', c == 'abcdefghi', c(1:9) == 'abcdefghi', c /= 'abcdefghix', c(1:9) == c(2:10), c == 'abcdefghij      '
 print *, achar(65) == 'A', achar(i) == achar(i), char(i) // 'x' == char(i)
end program
!>  aAm|Bm|Cm|qqquvCmzzC
!>  abcabcbc           8
!>  bcabcbcenda          11
!>  xbcabcbcenda          12
!>  ozz             5 T
!>  abcd      |abc|a|
!>  cdababcd  |
!>  k  |
!>  ck |
!>  cdd|
!>  cda|
!>  cda|
!>  desserts dcbabadc          17
!>         6000 bzczdzezfzgzhzizjzkzzgzhzizjzkz
!>  bzcxybz
!>  T           5 T F
!>  T T F F T F T
!>  T F F T T F T
!>  T T F
