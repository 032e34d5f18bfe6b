program self_assignment
  implicit none
  integer :: a(7), b(7), i, r(3), n
  a = [(i, i=1,7)]
  n = 7
  !$omp target teams workdistribute
  a(1:n-1) = a(2:n)
  !$omp end target teams workdistribute
  print *, a
  !$omp target teams workdistribute
  a(2:n) = a(1:n-1)
  !$omp end target teams workdistribute
  print *, a
  !$omp target teams workdistribute
  a = a(n:1:-1)
  b = a
  a(n:2:-1) = a(n-1:1:-1)
  a = a + a(n:1:-1)
  b(::3) = b(3:1:-1)
  b(1:n) = cshift(b(1:n), 2) + a
  r = b([2,2,3]) + [(sum(a(1:i)), i=1,3)]
  a(r - r + [1,2,3]) = a([3,1,2])
  a(5:7) = a(3:5); a(3:5) = a(5:7); a(4:6) = a(5:3:-1)
  !$omp end target teams workdistribute
  print *, a, b, r
end program
!>            2           3           4           5           6           7           7
!>            2           2           3           4           5           6           7
!>           10           9          10          10          10          10          10          14          16          13          12          17          15          15          25          35          42
