program t
  type p
    integer :: a
    a = 3
  contains
    integer :: b
  end type p
end program
