character(len=*) function tok(k)
  integer, intent(in) :: k
  tok = repeat('ab', k)
end function
subroutine demo(n)
  integer, intent(in) :: n
  character(len=n), external :: tok
  print *, '[', tok(2), ']', len(tok(1))
end subroutine
program p
  character(5), external :: tok
  print *, '[', tok(1), ']', tok(9)
  call demo(3)
  call demo(6)
end program
!>  [ab   ]ababa
!>  [aba]           3
!>  [abab  ]           6
