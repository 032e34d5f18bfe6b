! Assigned concatenations that read the variable by another name: of constructs, and as a second argument.
program concatenation_names
  implicit none
  character(8) :: s
  character(:), allocatable :: a
  class(*), allocatable :: u
  s = 'abcdef'
  associate (c => s)
    s = 'x' // c
    print *, s
    s = c(3:4) // c(1:2) // c
    print *, s
  end associate
  allocate (u, source='wxyz')
  select type (u)
  type is (character(*))
    associate (v => u)
      u = '-' // v(1:3)
      print *, u
    end associate
  end select
  call twice(s, s)
  print *, s
  a = 'grow'
  call append(a, a)
  print *, a
contains
  subroutine twice(to, from)
    character(*) :: to, from
    to = '<' // from // '>'
  end subroutine
  subroutine append(to, from)
    character(:), allocatable :: to, from
    to = to // from // '!'
  end subroutine
end program
!>  xabcdef 
!>  bcxaxabc
!>  -wxy
!>  <bcxaxab
!>  growgrow!
