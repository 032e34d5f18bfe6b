program zero_sized
  implicit none
  integer :: a(10), n, i, s, p, mx, mn, loc(1), k
  integer, allocatable :: z(:), w(:, :), r(:)
  real :: x(0), sx
  logical :: al, an
  a = [(i, i = 1, 10)]
  n = 0
  allocate (z(n), w(3, n), r(3))
  do k = 1, 2
    !$omp target teams workdistribute map(tofrom: s, p, mx, mn, al, an, sx)
    z = z + 1
    w = w * 2
    s = sum(z)
    p = product(z)
    mx = maxval(z)
    mn = minval(w)
    al = all(z > 0)
    an = any(z > 0)
    sx = sum(x) + 1
    r = sum(w, 2)
    a(1:n) = a(n:1:-1)
    a(5:4) = 7
    a = a + sum(a(3:2))
    loc = maxloc(z)
    where (z > 0) z = 0
    !$omp end target teams workdistribute
    print *, s, p, mx, mn, al, an, sx, r, loc
    print *, a
  end do
end program
!>            0           1 -2147483648  2147483647 T F   1.00000000               0           0           0           0
!>            1           2           3           4           5           6           7           8           9          10
!>            0           1 -2147483648  2147483647 T F   1.00000000               0           0           0           0
!>            1           2           3           4           5           6           7           8           9          10
