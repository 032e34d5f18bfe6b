! Bounds and lengths that depend on dummies of other entry points are not asked for: their objects are not used.
subroutine s(a, n, c, m, d)
  implicit none
  integer :: n, m, nn(2), k
  real :: a(n)
  real :: b(n)
  real :: w(n)
  real :: v(nn(1))
  character(len=m) :: c
  character(len=m) :: d
  character(len=n) :: l
  print *, 's', a, size(w), len(c), len(d), len(l)
  return
entry e(b, k)
  print *, 'e', k
  return
entry f(nn, d)
  print *, 'f', nn, size(v)
end subroutine
subroutine dirty()
  integer :: z(10000), i
  do i = 1, 10000
    z(i) = 2000000000 - i
  end do
  if (z(3) == 5) print *, z
end subroutine
subroutine g(n)
  implicit none
  integer :: n, q(3), j
  real :: w(n), x(3)
  print *, 'g', size(w)
  return
entry h(q)
  j = q(1)
  print *, 'h', q, j
  return
entry i(x)
  print *, 'i', x
end subroutine
subroutine s2(x, nn)
  implicit none
  integer :: nn(2), k
  real :: x(*)
  real :: b(nn(1))
  character(len=nn(2)) :: w
  integer :: v(nn(2))
  print *, 's', x(1), nn
  w = 'abc'
  v = 1
  print *, w, v
  return
entry e2(b, k)
  print *, 'e', k
end subroutine
program p
  real :: a(3)
  character(4) :: c, d
  a = 1; c = 'abcd'; d = 'efgh'
  call s(a, 3, c, 4, d)
  call dirty
  call e(a, 5)
  call dirty
  call f([1,2], d)
  call g(7)
  call dirty
  call h([1,2,3])
  call s2(a, [3,4])
  call e2(a, 5)
end program
!>  s   1.00000000       1.00000000       1.00000000               3           4           4           3
!>  e           5
!>  f           1           2           1
!>  g           7
!>  h           1           2           3           1
!>  s   1.00000000               3           4
!>  abc            1           1           1           1
!>  e           5
