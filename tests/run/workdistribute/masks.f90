program masks
  implicit none
  integer, parameter :: n = 30
  real :: x(n, 4), y(n, 4)
  logical :: m(n, 4)
  integer :: i, j
  do j = 1, 4
    do i = 1, n
      x(i, j) = real(i) - 10.0*j + 0.25
    end do
  end do
  y = -1.0
  !$omp target teams workdistribute
  m = x > 0.0 .and. mod(int(x), 2) == 0
  where (m)
    y = sqrt(abs(x))
    x = -x
  elsewhere (x < -20.0)
    y = x
    x = 0.0
  elsewhere
    y = y + x
  end where
  where (y(:, 2) > 1.0) y(:, 3) = y(:, 2)
  !$omp end target teams workdistribute
  print *, count(m)
  print '(3f12.4)', sum(x), sum(y), maxval(y)
  print '(5f10.4)', y(1:30:6, :)
end program
!>           18
!>    -611.0000  -1208.0157     18.2500
!>    -9.7500   -3.7500    2.2500    8.2500   14.2500
!>   -19.7500  -13.7500   -7.7500   -1.7500    4.2500
!>   -28.7500  -22.7500  -17.7500  -11.7500    4.2500
!>   -38.7500  -32.7500  -26.7500  -20.7500  -15.7500
