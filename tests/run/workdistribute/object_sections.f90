module m03
  implicit none
  type pt
    integer :: id
    real :: x, y
    logical :: on
    complex :: z
    integer :: v(3)
  end type
  type grid
    integer :: n
    real, allocatable :: u(:,:)
    real :: w(4,4)
    type(pt) :: p(5)
  end type
contains
  pure real function dist(a, b)
    real, intent(in) :: a, b
    dist = sqrt(a*a + b*b)
  end function
  elemental function clampi(i, lo, hi) result(r)
    integer, intent(in) :: i, lo, hi
    integer :: r
    if (i < lo) then
      r = lo
    else if (i > hi) then
      r = hi
    else
      r = i
    end if
  end function
end module
program object_sections
  use m03
  implicit none
  type(pt) :: a(6), b(6)
  type(grid) :: g
  integer :: i
  do i = 1, 6
    a(i) = pt(i, i*1.0, i*2.0, mod(i,2)==0, cmplx(i,-i), [i,2*i,3*i])
  end do
  b = a
  !$omp target teams workdistribute
  a%x = a%y * 2 + a%id
  a(1:5)%y = a(2:6)%y
  a(6:2:-1)%id = a(1:5)%id
  a%on = .not. a%on .or. a%x > 10
  a%z = conjg(a%z) * (2.0, 1.0)
  a%v(2) = a%v(1) + a%v(3)
  a(3)%v = a(3)%v(3:1:-1)
  b(1:3) = a(4:6)
  b(2:6) = b(1:5)
  !$omp end target teams workdistribute
  print '(i4,2f8.2,l2,2f8.2,3i4)', a
  print '(i4,2f8.2,l2,2f8.2,3i4)', b
  g%n = 3
  allocate(g%u(3,3)); g%u = 1
  g%w = reshape([(real(i),i=1,16)],[4,4])
  g%p = a(1:5)
  !$omp target teams workdistribute
  g%w = transpose(g%w) + g%w
  g%w(2:4,:) = g%w(1:3,:)
  g%p%x = g%p%x + g%p(3)%y
  g%p(2:5)%v(1) = g%p(1:4)%v(3)
  !$omp end target teams workdistribute
  print '(4f8.1)', g%w
  print '(5f8.2,5i4)', g%p%x, g%p%v(1)
  !$omp target data map(tofrom: g%u)
  !$omp target teams workdistribute
  g%u(:,2) = 3
  g%u(2:3,:) = g%u(1:2,:) + dist(3.0,4.0)
  !$omp end target teams workdistribute
  !$omp end target data
  print '(3f8.1)', g%u
end program
!>    1    5.00    4.00 T    1.00    3.00   1   4   3
!>    5   10.00    6.00 F    2.00    6.00   2   8   6
!>    4   15.00    8.00 T    3.00    9.00   9  12   3
!>    3   20.00   10.00 T    4.00   12.00   4  16  12
!>    2   25.00   12.00 T    5.00   15.00   5  20  15
!>    1   30.00   12.00 T    6.00   18.00   6  24  18
!>    3   20.00   10.00 T    4.00   12.00   4  16  12
!>    3   20.00   10.00 T    4.00   12.00   4  16  12
!>    2   25.00   12.00 T    5.00   15.00   5  20  15
!>    1   30.00   12.00 T    6.00   18.00   6  24  18
!>    4    4.00    8.00 T    4.00   -4.00   4   8  12
!>    5    5.00   10.00 F    5.00   -5.00   5  10  15
!>      2.0     2.0     7.0    12.0
!>      7.0     7.0    12.0    17.0
!>     12.0    12.0    17.0    22.0
!>     17.0    17.0    22.0    27.0
!>    13.00   18.00   23.00   28.00   33.00   1   3   6   3  12
!>      1.0     6.0     6.0
!>      3.0     8.0     8.0
!>      1.0     6.0     6.0
