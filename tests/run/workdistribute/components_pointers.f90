module components_pointers_m
  implicit none
  type :: cell
    real :: x(3)
    integer :: id
    complex :: z
  end type
  type :: grid
    integer :: n
    real, allocatable :: v(:,:)
    type(cell) :: c(4)
    integer, pointer :: p(:) => null()
  end type
end module
program components_pointers
  use components_pointers_m
  implicit none
  type(grid), target :: g
  integer, target :: store(8)
  integer :: i
  type(cell) :: cs(5)
  g%n = 4
  allocate(g%v(3,4)); g%v = reshape([(real(i), i=1,12)], [3,4])
  store = [(i*7, i=1,8)]
  g%p => store(2:8:2)
  do i = 1, 4; g%c(i) = cell([1.*i, 2.*i, 3.*i], i, cmplx(i, i)); end do
  do i = 1, 5; cs(i) = cell([1.*i, 2.*i, 3.*i]*0.5, -i, cmplx(-i, i)); end do
  !$omp target teams workdistribute
  g%v = g%v(3:1:-1, :) * 2
  g%c(:)%x(2) = g%c(4:1:-1)%x(1) + sum(g%v, 1)
  g%c%id = g%c%id + g%p
  g%p(1:3) = g%p(2:4)
  cs(2:5) = cs(1:4)
  cs%id = cs%id * 10
  cs(1:4)%x(3) = cs(2:5)%x(3) + real(cs(1:4)%z)
  g%c%z = g%c%z * cs(1:4)%z
  g%c%z%re = g%c%z%im
  !$omp end target teams workdistribute
  print '(6f10.2)', g%v
  do i = 1, 4; print '(3f9.3,i5,2f9.3)', g%c(i); end do
  do i = 1, 5; print '(3f9.3,i5,2f9.3)', cs(i); end do
  print '(8i5)', store
end program
!>       6.00      4.00      2.00     12.00     10.00      8.00
!>      18.00     16.00     14.00     24.00     22.00     20.00
!>     1.000   16.000    3.000   15    0.000    0.000
!>     2.000   33.000    6.000   30    0.000    0.000
!>     3.000   50.000    9.000   45    0.000    0.000
!>     4.000   67.000   12.000   60    0.000    0.000
!>     0.500    1.000    0.500  -10   -1.000    1.000
!>     0.500    1.000    2.000  -10   -1.000    1.000
!>     1.000    2.000    2.500  -20   -2.000    2.000
!>     1.500    3.000    3.000  -30   -3.000    3.000
!>     2.000    4.000    6.000  -40   -4.000    4.000
!>     7   28   21   42   35   56   49   56
