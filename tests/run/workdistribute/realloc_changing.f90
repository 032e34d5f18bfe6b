! offload: default
program realloc_changing
  implicit none
  integer, allocatable :: a(:), b(:), c(:), d(:)
  integer :: i, n
  a = [5,1,4,2,3,9,8]; c = [0]; n = 2
  !$omp target teams workdistribute
  b = pack(a, a > 3)
  c = b * 2
  d = c + b
  c(1:2) = d(2:1:-1)
  !$omp end target teams workdistribute
  print *, b, c, d
  !$omp target teams workdistribute map(tofrom: n)
  n = 3
  d = a(1:n)
  a = a(n:1:-1)
  b = a(:) + d
  !$omp end target teams workdistribute
  print *, a, b, d
  do i = 1, 3
    !$omp target teams workdistribute
    where (a > 2) a = a - 1
    d = a(1:i)
    c = [d, d]
    b = d
    !$omp end target teams workdistribute
    print *, a, b, c, d
  end do
end program
!>            5           4           9           8          12          15          18          16          15          12          27          24
!>            4           1           5           9           2           9           5           1           4
!>            3           1           4           3           3           3           3
!>            2           1           3           2           1           2           1           2           1           2           1
!>            2           1           2           2           1           2           2           1           2           2           1           2           2           1           2
