program unsigned_errors
  implicit none
  unsigned :: u
  unsigned(3) :: bad
  integer :: i
  real :: x
  u = 1
  i = 2u
  x = 2u * 1.5
  print *, 1 + 2u, 2u ** 2, u < 3
  u = 300u_1
  do u = 1u, 5u
  end do
  print *, abs(u), iand(u, 1), [1, 2u]
  select case (u)
  case (1)
  end select
  if (u) print *, 'no'
end program
