program p
  integer(8) :: i, b
  real(8) :: x(40)
  b = 4611686018427387904_8 + 12345
  call f(b, x)
  do i = 1, 40
    if (x(i) /= real(b+i, 8)) stop 1
  end do
  print *, 'ok'
contains
  subroutine f(b, x)
    integer(8), value :: b
    real(8) :: x(:)
    integer(8) :: i
    do i = b+1, b+40
      x(i-b) = real(i,8)
    end do
  end subroutine
end program
!>  ok
