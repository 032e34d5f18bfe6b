! Splitting, joining, CSV, INI and JSON with allocatable strings.
module strings
  implicit none
  type string
    character(:), allocatable :: s
  end type
  interface split
    module procedure split_ch, split_set
  end interface
  interface str
    module procedure str_i, str_r, str_l
  end interface
contains
  function split_ch(line, sep) result(parts)
    character(*), intent(in) :: line
    character(1), intent(in) :: sep
    type(string), allocatable :: parts(:)
    integer :: i, p
    allocate (parts(0))
    p = 1
    do i = 1, len(line)
      if (line(i:i) == sep) then
        parts = [parts, string(line(p:i-1))]
        p = i + 1
      end if
    end do
    parts = [parts, string(line(p:))]
  end function
  function split_set(line, n) result(parts)
    character(*), intent(in) :: line
    integer, intent(in) :: n
    type(string), allocatable :: parts(:)
    integer :: i
    allocate (parts((len(line)+n-1)/n))
    do i = 1, size(parts)
      parts(i)%s = line((i-1)*n+1:min(i*n, len(line)))
    end do
  end function
  function join(parts, sep) result(r)
    type(string), intent(in) :: parts(:)
    character(*), intent(in) :: sep
    character(:), allocatable :: r
    integer :: i
    r = ''
    do i = 1, size(parts)
      if (i > 1) r = r // sep
      r = r // parts(i)%s
    end do
  end function
  pure function upper(s) result(u)
    character(*), intent(in) :: s
    character(len(s)) :: u
    integer :: i
    do i = 1, len(s)
      u(i:i) = s(i:i)
      if (s(i:i) >= 'a' .and. s(i:i) <= 'z') u(i:i) = achar(iachar(s(i:i)) - 32)
    end do
  end function
  pure function reverse(s) result(r)
    character(*), intent(in) :: s
    character(len=len(s)) :: r
    integer :: i
    do i=1,len(s); r(i:i) = s(len(s)-i+1:len(s)-i+1); end do
  end function
  function str_i(i) result(s)
    integer, intent(in) :: i
    character(:), allocatable :: s
    character(range(i)+2) :: t
    write (t, '(i0)') i
    s = trim(t)
  end function
  function str_r(x) result(s)
    real, intent(in) :: x
    character(:), allocatable :: s
    character(30) :: t
    write (t, '(f0.3)') x
    s = trim(adjustl(t))
  end function
  function str_l(l) result(s)
    logical, intent(in) :: l
    character(:), allocatable :: s
    if (l) then; s = 'true'; else; s = 'false'; endif
  end function
  function replace(s, a, b) result(r)
    character(*), intent(in) :: s, a, b
    character(:), allocatable :: r
    integer :: i
    r = s
    i = index(r, a)
    do while (i > 0)
      r = r(:i-1) // b // r(i+len(a):)
      i = index(r, a)
    end do
  end function
  pure logical function is_pal(s)
    character(*), intent(in) :: s
    is_pal = s == reverse(s)
  end function
  recursive function json(v, pos, depth) result(n)
    character(*), intent(in) :: v
    integer, intent(inout) :: pos
    integer, intent(in) :: depth
    integer :: n
    n = 0
    call skip
    select case (v(pos:pos))
    case ('{', '[')
      pos = pos + 1
      do
        call skip
        if (v(pos:pos) == '}' .or. v(pos:pos) == ']') exit
        n = n + json(v, pos, depth+1)
        call skip
        if (v(pos:pos) == ',' .or. v(pos:pos) == ':') pos = pos + 1
      end do
      pos = pos + 1
    case ('"')
      pos = pos + index(v(pos+1:), '"') + 1
      n = 1
    case ('-', '0':'9')
      pos = pos + verify(v(pos:) // ' ', '-+.eE0123456789') - 1
      n = 1
    case default
      pos = pos + verify(v(pos:) // '!', 'abcdefghijklmnopqrstuvwxyz') - 1
      n = 1
    end select
  contains
    subroutine skip
      do while (pos <= len(v))
        if (v(pos:pos) /= ' ') exit
        pos = pos + 1
      end do
    end subroutine
  end function
end module
program main
  use strings
  implicit none
  type(string), allocatable :: p(:)
  type(string) :: fixed(2)
  character(80) :: lines(4)
  character(:), allocatable :: text, key, val
  integer :: i, j, ios, n
  real :: x
  integer :: hist(0:25)
  character(10) :: words(5)
  p = split('alpha,beta,,gamma', ',')
  print *, size(p), (p(i)%s // ';', i=1,size(p)), join(p, '--')
  p = split('abcdefgh', 3)
  print *, join(p, '|'), len(p(3)%s)
  fixed = split('x=y', '=')
  print *, fixed(1)%s, fixed(2)%s
  print *, upper('Hello, World'), ' ', reverse('abc'), is_pal('level'), is_pal('levels')
  print *, str(42), ' ', str(-1.5), ' ', str(.true.), ' ', replace('a.b.c', '.', '::')
  lines(1) = 'name,qty,price'
  lines(2) = 'bolt,10,0.25'
  lines(3) = 'nut,200,0.05'
  lines(4) = 'bad,xx,1'
  do i = 2, 4
    p = split(trim(lines(i)), ',')
    read (p(2)%s, *, iostat=ios) n
    if (ios /= 0) then
      print *, 'bad number in line ' // str(i) // ': ' // p(2)%s
      cycle
    end if
    read (p(3)%s, *) x
    print '(a,t10,i5,f8.2)', p(1)%s, n, n*x
  end do
  text = '[section]' // new_line('a') // 'key = value' // new_line('a') // '; comment' // new_line('a') // 'n=5'
  p = split(text, new_line('a'))
  do i = 1, size(p)
    if (len_trim(p(i)%s) == 0) cycle
    select case (p(i)%s(1:1))
    case ('['); print *, 'section ', p(i)%s(2:len(p(i)%s)-1)
    case (';'); continue
    case default
      j = index(p(i)%s, '=')
      key = trim(p(i)%s(:j-1)); val = adjustl(p(i)%s(j+1:))
      print *, key // ' -> ' // val
    end select
  end do
  i = 1
  print *, json('{"a": [1, 2.5, {"b": null}], "c": "x y", "d": true}', i, 0), i
  hist = 0
  text = 'the quick brown fox jumps over the lazy dog'
  do i = 1, len(text)
    j = iachar(text(i:i)) - iachar('a')
    if (j >= 0 .and. j < 26) hist(j) = hist(j) + 1
  end do
  print '(26i2)', hist
  words = [character(10) :: 'pear', 'apple', 'fig', 'banana', 'cherry']
  do i = 1, 4
    do j = i+1, 5
      if (words(j) < words(i)) words([i,j]) = words([j,i])
    end do
  end do
  print '(5(a,1x))', (trim(words(i)), i=1,5)
  print *, [(len_trim(words(i)), i=1,5)], maxval(len_trim(words)), words(5)(:3)
  write (text, '(a)') 'x'
  print *, text(1:3), len(text), adjustr('ab  ') // '|', repeat('-=', 5)
  print *, index('banana', 'an'), index('banana', 'an', .true.), scan('banana', 'nb'), verify('banana', 'ab'), verify('aaa', 'a')
end program
!>            4 alpha;beta;;gamma;alpha--beta----gamma
!>  abc|def|gh           2
!>  xy
!>  HELLO, WORLD cba T F
!>  42 -1.500 true a::b::c
!> bolt        10    2.50
!> nut        200   10.00
!>  bad number in line 4: xx
!>  section section
!>  key -> value
!>  n -> 5
!>            9          52
!>  1 1 1 1 3 1 1 2 1 1 1 1 1 1 4 1 1 2 1 2 2 1 1 1 1 1
!> apple banana cherry fig pear
!>            5           6           6           3           4           6 pea
!>  x            43   ab|-=-=-=-=-=
!>            2           4           1           3           0
