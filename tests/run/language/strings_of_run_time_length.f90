module m
  implicit none
  type t
    character(:), allocatable :: s
    character(:), allocatable :: a(:)
    character(4) :: f = 'init'
  end type
contains
  function make(n, k) result(r)
    integer, intent(in) :: n, k
    character(n) :: r(k)
    integer :: i
    do i = 1, k
      r(i) = repeat(achar(96 + i), n)
    end do
  end function
  function alloc(n) result(r)
    integer, intent(in) :: n
    character(:), allocatable :: r(:)
    allocate(character(n) :: r(2))
    r(1) = 'first'; r(2) = 'second'
  end function
  function one(n) result(r)
    integer, intent(in) :: n
    character(:), allocatable :: r
    r = repeat('x', n)
  end function
  elemental function wrap(s) result(r)
    character(*), intent(in) :: s
    character(len(s) + 2) :: r
    r = '<' // s // '>'
  end function
  subroutine show(a)
    character(*), intent(in) :: a(:)
    integer :: i
    print '(i0,1x,i0,*(1x,a))', size(a), len(a), ('[' // a(i) // ']', i = 1, size(a))
  end subroutine
  subroutine explicit(a, n)
    integer, intent(in) :: n
    character(*), intent(in) :: a(n)
    print *, len(a), a
  end subroutine
  subroutine dummies(x, y)
    character(*), intent(in) :: x, y
    call show([x, y])
    call show([character(len(x) + 1) :: x, y, 'zz'])
    call show([x // y, y // x])
  end subroutine
  subroutine locals(n)
    integer, intent(in) :: n
    character(n) :: c(3), d(3)
    character(n), allocatable :: e(:)
    c = 'abcdefgh'
    d = c(3:1:-1)
    d(2) = 'q'
    e = d
    call show(c); call show(d); call show(e)
    e = [character(n) :: 'r', 's']
    call show(e)
    call show(c // d)
    call show([c, d])
    c(2:3) = c(1:2)(2:)
    call show(c)
    print *, maxval(ichar(c(:)(1:1)))
  end subroutine
end module
program p
  use m
  implicit none
  character(:), allocatable :: a(:), b(:), s
  character(3) :: fixed(4) = ['abc', 'def', 'ghi', 'jkl']
  character(8), allocatable :: w(:)
  type(t) :: x, y
  integer :: i, n
  n = 4
  a = ['one', 'two', 'six']; call show(a)
  a = [character(6) :: 'three', 'fo']; call show(a)
  b = a; call show(b)
  b = [a, a(2:1:-1)]; call show(b)
  a = a // '!'; call show(a)
  a = fixed(2:3); call show(a)
  a = 'hello'; call show(a)
  a = a(2); call show(a)
  a = make(5, 3); call show(a)
  a = alloc(7); call show(a)
  call show(make(2, 2)); call show(alloc(3)); call show([one(3), one(3)])
  deallocate(a); allocate(character(n + 1) :: a(n)); a(:) = 'fill'; a(2) = 'second'; call show(a)
  a = a(4:1:-1); call show(a)
  a = wrap(a); call show(a)
  call show(wrap(fixed)); call show(wrap(['a', 'b']))
  b = [(repeat(achar(64 + i), n), i = 1, 3)]; call show(b)
  b = [(fixed(i), fixed(5 - i), i = 1, 2)]; call show(b)
  b = [character(n) :: (fixed(i)(1:2), 'z', i = 1, 2)]; call show(b)
  call explicit(b, 2); call explicit(b(1:3:2), 2)
  call dummies('ab', 'cd')
  call locals(3)
  x%s = 'deferred'; x%a = ['p1', 'p2']; call show(x%a); print *, x%s, len(x%s), x%f
  y = x; y%a(1) = 'QQ'; y%s = y%s // one(2); call show(x%a); call show(y%a); print *, x%s, ' ', y%s
  y%a = [y%a, 'rs']; call show(y%a)
  s = y%a(3) // y%s(2:4) // x%f(2:); print *, s, len(s)
  print *, y%s(:3), x%f(2:3), y%a(1)(2:2), y%a(:)(1:1)
  y%s(2:3) = '##'; print *, y%s
  deallocate(b); allocate(b, source=a); call show(b)
  deallocate(b); allocate(b(2), source=['uv', 'wx']); call show(b)
  w = fixed; call show(w)
  w = ['1', '2']; call show(w)
  call show(pack(a, [.true., .false., .true., .true.])); call show(reshape(a, [2]))
  b = merge(a, a(4:1:-1), [.true., .false., .true., .false.]); call show(b)
  call show(adjustr(a)); call show(cshift(a, 1)); call show(spread(a(1), 1, 2))
  print *, any(a == 'x'), count(a(:)(1:1) == '<'), len(a), len(a(1)), index(a, 'l')
  call move_alloc(a, b); call show(b); print *, allocated(a)
end program
!> 3 3 [one] [two] [six]
!> 2 6 [three ] [fo    ]
!> 2 6 [three ] [fo    ]
!> 4 6 [three ] [fo    ] [fo    ] [three ]
!> 2 7 [three !] [fo    !]
!> 2 3 [def] [ghi]
!> 2 5 [hello] [hello]
!> 2 5 [hello] [hello]
!> 3 5 [aaaaa] [bbbbb] [ccccc]
!> 2 7 [first  ] [second ]
!> 2 2 [aa] [bb]
!> 2 3 [fir] [sec]
!> 2 3 [xxx] [xxx]
!> 4 5 [fill ] [secon] [fill ] [fill ]
!> 4 5 [fill ] [fill ] [secon] [fill ]
!> 4 7 [<fill >] [<fill >] [<secon>] [<fill >]
!> 4 5 [<abc>] [<def>] [<ghi>] [<jkl>]
!> 2 3 [<a>] [<b>]
!> 3 4 [AAAA] [BBBB] [CCCC]
!> 4 3 [abc] [jkl] [def] [ghi]
!> 4 4 [ab  ] [z   ] [de  ] [z   ]
!>            4 ab  z
!>            4 ab  de
!> 2 2 [ab] [cd]
!> 3 3 [ab ] [cd ] [zz ]
!> 2 4 [abcd] [cdab]
!> 3 3 [abc] [abc] [abc]
!> 3 3 [abc] [q  ] [abc]
!> 3 3 [abc] [q  ] [abc]
!> 2 3 [r  ] [s  ]
!> 3 6 [abcabc] [abcq  ] [abcabc]
!> 6 3 [abc] [abc] [abc] [abc] [q  ] [abc]
!> 3 3 [abc] [bc ] [bc ]
!>           98
!> 2 2 [p1] [p2]
!>  deferred           8 init
!> 2 2 [p1] [p2]
!> 2 2 [QQ] [p2]
!>  deferred deferredxx
!> 3 2 [QQ] [p2] [rs]
!>  rsefenit           8
!>  defniQQpr
!>  d##erredxx
!> 4 7 [<fill >] [<fill >] [<secon>] [<fill >]
!> 2 2 [uv] [wx]
!> 4 8 [abc     ] [def     ] [ghi     ] [jkl     ]
!> 2 8 [1       ] [2       ]
!> 3 7 [<fill >] [<secon>] [<fill >]
!> 2 7 [<fill >] [<fill >]
!> 4 7 [<fill >] [<secon>] [<secon>] [<fill >]
!> 4 7 [<fill >] [<fill >] [<secon>] [<fill >]
!> 4 7 [<fill >] [<secon>] [<fill >] [<fill >]
!> 2 7 [<fill >] [<fill >]
!>  F           4           7           7           4           4           0           4
!> 4 7 [<fill >] [<fill >] [<secon>] [<fill >]
!>  F
