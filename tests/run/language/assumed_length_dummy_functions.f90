! Dummy functions declared with a length of `*` have the length that the actual argument is declared with.
subroutine w(f, c, g)
  character*(*) f, g
  character*(*) c
  external f, g
  character*12 x
  call w2(f)
  x = f(1)
  print *, '[', f(1), ']', len(f(1)), c, len(c)
  print *, '[', x, '][', g(2)//'-'//f(2), ']', len(g(1))
  call inner
contains
  subroutine inner
    print *, 'inner [', f(4), ']', len(f(4)), [f(1), f(1)]
    call w2(g)
  end subroutine
end
subroutine w2(f)
  character*(*) f
  external f
  character*12 c
  c = f(2)
  print *, 'w2 [', c, ']', len(f(2))
end
subroutine fixed(n, f)
  character(3), external :: f
  print *, n, f(1)
end subroutine
subroutine opt(f, g)
  interface
    function f(i)
      character(*) :: f
      integer :: i
    end function
    character(*) function g(i)
      integer :: i
    end function
  end interface
  optional :: f
  if (present(f)) print *, 'opt [', f(1), ']'
  print *, 'opt g [', g(1), ']'
end subroutine
character*4 function a4(i)
 a4 = 'abcdefghijkl'(i:)
end
character*(*) function a9(i)
 a9 = 'ABCDEFGHIJKL'(i:)
end
program p
  implicit none
  character*4 a4
  character*9 a9
  external a4, a9
  interface
    subroutine opt(f, g)
      interface
        character(*) function f(i)
          integer :: i
        end function
        character(*) function g(i)
          integer :: i
        end function
      end interface
      optional :: f
    end subroutine
  end interface
  character(3), external :: q
  integer :: n = 6
  call w(a4, 'string', a9)
  call w2(a9)
  call fixed(3, q)
  call opt(g=q)
  call opt(a9, a4)
  call host(a9)
  call w2(loc)
contains
  subroutine host(h)
    character(*), external :: h
    call again(h)
  end subroutine
  subroutine again(h)
    character(*), external :: h
    print *, 'again [', h(3), ']', len(h(3))
  end subroutine
  character(n) function loc(i)
    integer :: i
    loc = 'local' // achar(64 + i) // 'zzz'
  end function
end program
character*(*) function q(i)
  q = 'qrstuvwxyz'(i:)
end
!>  w2 [bcde        ]           4
!>  [abcd]           4 string           6
!>  [abcd        ][BCDEFGHIJ-bcde]           9
!>  inner [defg]           4 abcdabcd
!>  w2 [BCDEFGHIJ   ]           9
!>  w2 [BCDEFGHIJ   ]           9
!>            3 qrs
!>  opt g [qrs]
!>  opt [ABCDEFGHI]
!>  opt g [abcd]
!>  again [CDEFGHIJK]           9
!>  w2 [localB      ]           6
