program components
  implicit none
  type point
    real(8) :: x, y
    integer :: tag(3)
  end type
  type(point) :: p(50), q
  type holder
    real(8), allocatable :: v(:)
    integer :: n
  end type
  type(holder) :: h
  real(8) :: s
  integer :: i
  do i = 1, 50
    p(i) = point(i, -i, [i, i + 1, i + 2])
  end do
  allocate (h%v(50))
  h%v = 2
  !$omp target teams workdistribute map(tofrom: s)
  p%x = p%y * 2 + p(50:1:-1)%x
  p(2:50)%y = p(1:49)%y + 1
  p%tag(2) = p%tag(1) * 3
  s = sum(p%x * p%y)
  p(1:10) = p(11:20)
  !$omp end target teams workdistribute
  print '(3f14.2)', s, sum(p%x), sum(p%y)
  print *, sum(p%tag(1)), sum(p%tag(2)), p(3)%tag
  !$omp target teams workdistribute map(tofrom: h%v)
  h%v = h%v + p%x
  h%v(2:) = h%v(1:49)
  !$omp end target teams workdistribute
  print '(2f14.2)', sum(h%v), h%v(1)
end program
!>       61104.00      -1575.00      -1275.00
!>         1375        4125          13          39          15
!>       -1358.00         20.00
