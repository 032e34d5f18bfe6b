program large_sums
  implicit none
  integer, parameter :: n = 200000
  integer, allocatable :: a(:), b(:)
  integer(8) :: s8
  integer :: s, mx, loc, cnt, i
  logical :: al
  allocate (a(n), b(n))
  a = [(mod(i, 1013) * 3 - 1500, i = 1, n)]
  !$omp target teams workdistribute map(tofrom: s, s8, mx, loc, cnt, al)
  b = a(n:1:-1) + a
  s = sum(b)
  s8 = sum(int(a, 8) * a)
  mx = maxval(b)
  loc = maxloc(b, 1)
  cnt = count(b > 0 .and. a < 0)
  al = all(b < mx + 1)
  a = a - mx
  b(1:n/2) = b(n/2+1:n)
  b(2:n) = b(1:n-1)
  !$omp end target teams workdistribute
  print *, s, s8, mx, loc, cnt, al
  print *, sum(int(a, 8)), sum(int(b, 8)), b(1), b(2), b(n)
end program
!>      6446676         154025203410        1359         441       11623 T
!>            -268576662              6449715        1359        1359       -1680
