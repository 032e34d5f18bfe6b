program t
  type p
    integer :: a
  end type
  type(p) :: x
  x.a = 1
end program
