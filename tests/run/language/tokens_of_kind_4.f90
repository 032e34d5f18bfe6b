! SPLIT and TOKENIZE of characters of kind 4.
program p
  implicit none
  integer, parameter :: u = selected_char_kind('ISO_10646')
  character(:, u), allocatable :: tokens(:), separators(:)
  character(9, u) :: s
  integer, allocatable :: first(:), last(:)
  integer :: pos
  s = u_'ab,c;,def'
  call tokenize(s, u_',;', tokens, separators)
  print *, size(tokens), len(tokens), size(separators), len(separators)
  print *, tokens(1) == u_'ab', tokens(2) == u_'c  ', tokens(3) == u_'', tokens(4) == u_'def'
  print *, separators == u_','
  call tokenize(s, u_',;', first, last)
  print *, first, last
  pos = 0
  call split(s, u_';', pos)
  print *, pos
  call split(s, u_',', pos, back=.true.)
  print *, pos
end program
!>            4           3           3           1
!>  T T T T
!>  T F T
!>            1           4           6           7           2           4           5           9
!>            5
!>            3
