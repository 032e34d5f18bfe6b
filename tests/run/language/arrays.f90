program arrays
  implicit none
  integer, allocatable :: a(:), b(:, :)
  integer :: c(2, 3), i, j, idx(3)
  integer, pointer :: p(:, :)
  integer, target :: t(12)
  real :: r(5)
  a = [1, 2, 3]
  a = [a, 4, 5]
  print *, size(a), a
  a(2:4) = a(4:2:-1)
  print *, a
  allocate(b(0:2, -1:1), source=0)
  b(:, 0) = [1, 2, 3]
  b(1, :) = 9
  print *, lbound(b), ubound(b), shape(b)
  print '(3i3)', b
  c = reshape([1, 2, 3, 4, 5, 6], [2, 3])
  print *, transpose(c)
  print *, matmul(c, transpose(c))
  idx = [3, 1, 5]
  a(idx) = a(idx) * 100
  print *, a(idx), a
  t = [(i, i = 1, 12)]
  p(1:3, 1:4) => t
  print *, p(2, :), sum(p, dim=1)
  p => p(::2, 2:3)
  print *, p, shape(p)
  print *, [((i*10 + j, j = 1, 2), i = 1, 3)]
  r = [(1.0 / i, i = 1, 5)]
  print '(5f7.4)', r
  print *, maxloc(r), minval(r) < 0.21, any(r > 0.9), count(r < 0.4)
  print *, merge('yes', 'no ', r > 0.3)
  print *, pack(a, a > 50), cshift([1, 2, 3, 4], 1), eoshift([1, 2, 3, 4], -1)
  deallocate(a)
  print *, allocated(a)
  print *, spread([1, 2], 1, 2), dot_product([1, 2, 3], [4, 5, 6])
end program
!>            5           1           2           3           4           5
!>            1           4           3           2           5
!>            0          -1           2           1           3           3
!>   0  9  0
!>   1  9  3
!>   0  9  0
!>            1           3           5           2           4           6
!>           35          44          44          56
!>          300         100         500         100           4         300           2         500
!>            2           5           8          11           6          15          24          33
!>            4           6           7           9           2           2
!>           11          12          21          22          31          32
!>  1.0000 0.5000 0.3333 0.2500 0.2000
!>            1 T T           3
!>  yesyesyesno no
!>          100         300         500           2           3           4           1           0           1           2           3
!>  F
!>            1           1           2           2          32
