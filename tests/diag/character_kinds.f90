module m
  integer, parameter :: u = selected_char_kind('iso_10646')
contains
  subroutine s(x)
    character(kind=u,len=*), intent(in) :: x
  end subroutine
end module
program t
  use m
  character(kind=u,len=4) :: w = u_'wide'
  character(len=4) :: c = 'thin'
  character(kind=3,len=4) :: bad
  character(kind=u), pointer :: p
  logical :: l
  w = c
  c = w // 'x'
  l = w == c
  call s(c)
  print *, index(w, 'i'), selected_char_kind(w)
  print *, [w, c]
  select case (w)
  case ('a')
  end select
  print w
  open (10, file=w)
  p => c
  stop w
end program
