program derived
  implicit none
  type point
    real(8) :: x = 0, y = 0
    integer :: id = -1
  end type
  type cell
    type(point) :: p
    real(8) :: w(3)
  end type
  type(point) :: a(20)
  type(cell) :: g(10)
  integer :: i
  do i = 1, 20
    a(i) = point(i*1.0d0, -i*0.5d0, i)
  end do
  do i = 1, 10
    g(i)%p = a(i)
    g(i)%w = [i, i+1, i+2]
  end do
  !$omp target teams workdistribute map(tofrom: a, g)
  a%x = a%x * 2.0d0 + a%y
  a%id = a%id + 100
  a(11:20) = a(1:10)
  g%p%y = g%w(2) - g%p%x
  g%w(1) = sum(a%x)
  !$omp end target teams workdistribute
  print '(2f12.3, i6)', (a(i), i = 1, 20, 4)
  print '(5f12.3)', (g(i)%p%x, g(i)%p%y, g(i)%w, i = 1, 10, 3)
end program
!>        1.500      -0.500   101
!>        7.500      -2.500   105
!>       13.500      -4.500   109
!>        4.500      -1.500   103
!>       10.500      -3.500   107
!>        1.000       1.000     165.000       2.000       3.000
!>        4.000       1.000     165.000       5.000       6.000
!>        7.000       1.000     165.000       8.000       9.000
!>       10.000       1.000     165.000      11.000      12.000
