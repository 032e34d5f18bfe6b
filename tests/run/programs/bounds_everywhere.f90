! Lower bounds, strides, zero sizes, rounding and division.
program d3
  implicit none
  integer :: a(-2:2), b(0:3,-1:1), e(0), z(5:1)
  integer, allocatable :: al(:,:), al2(:)
  integer :: i, j
  character(0) :: c0
  character(5) :: c
  real :: r7(2,1,2,1,2,1,2)
  a = [(i, i=-2,2)]
  print *, lbound(a), ubound(a), size(a), shape(a)
  print *, a(2:-2:-1), a(2:-2:-2), a(1:0), size(a(1:0)), a(-1::2)
  b = reshape([(i, i=1,12)], [4,3])
  print *, b(3:0:-1, 0), b(0::3, ::2), lbound(b), ubound(b,1)
  print *, lbound(b(:,:)), ubound(b(1:2,:)), shape(b(1:2,-1))
  print *, size(e), sum(e), product(e), maxval(e), minval(e), any(e > 0), all(e > 0), count(e > 0), lbound(z), ubound(z), size(z)
  print *, len(c0), '[' // c0 // ']', len_trim('   '), c0 == '  '
  c = 'abcdefgh'; print *, c, len(c)
  c = 'x'; print *, c // '|', c(2:1) // '|', c(1:1) == c
  do i = 5, 1; print *, 'never'; end do
  do i = 1, 10, 4; write(*, '(i3)', advance='no') i; end do
  print *, i
  do i = 10, 1, -4; write(*, '(i3)', advance='no') i; end do
  print *, i
  allocate (al(0:2, -3:-1)); al = 0
  al(1, :) = [7, 8, 9]
  print *, al, lbound(al), ubound(al)
  al2 = al(1, :)
  print *, lbound(al2), al2
  al2 = [1]
  al2(1:1) = 5
  print *, al2
  deallocate (al); allocate (al, source = b)
  print *, lbound(al), shape(al)
  r7 = reshape([(real(i), i=1,16)], [2,1,2,1,2,1,2])
  print *, r7(2,1,:,1,2,1,1), sum(r7), sum(r7, dim=7)
  print *, shape(sum(r7, 3)), maxloc(r7)
  i = 3
  a([-2,0,2]) = [10, 20, 30]
  print *, a, a([2,2,-2])
  a(2:-2:-1) = a
  print *, a
  a(-1:2) = a(-2:1)
  print *, a
  b(:, 0) = b(:, 1) + b(:, -1)
  print *, b
  print *, reshape([1,2,3,4,5,6], [3,2], order=[2,1]), reshape([1,2], [2,2], pad=[9])
  print *, unpack([1,2], [.true.,.false.,.true.], [7,8,9]), spread(5, 1, 3)
  print *, all(reshape([1,2,3,4],[2,2]) == transpose(reshape([1,3,2,4],[2,2])))
  print *, maxloc([1,5,2,5]), maxloc([1,5,2,5], back=.true.), minval([3,2,1], mask=[.true.,.true.,.false.])
  print *, maxval(reshape([1,2,3,4],[2,2]), dim=1), maxloc(reshape([1,2,3,4],[2,2]), dim=2)
  print *, int(2.9), int(-2.9), nint(-2.5), nint(3.5), aint(-1.7), anint(-1.5), floor(-0.5), ceiling(-0.5)
  print *, mod(8,-3), modulo(8,-3), mod(-8,3), modulo(-8,3), mod(5.5,-2.), modulo(5.5,-2.)
  print *, sign(3,-0), sign(2., -0.), dim(3,5), abs(-3), max(1,2,3), min(1.5,2.5)
  print *, 1/2, 1./2, 3/2.0, 2**0.5, (-8)**3, 2.0**(-2), 10**(-1), (-1)**(-3)
  print *, huge(1) + 0, -huge(1) - 1, ishft(-1, -28), ishft(1, 31), ibclr(15, 0), not(5)
  j = 0
  do while (j < 3); j = j + 1; if (j == 2) cycle; print *, j; end do
end program
!>           -2           2           5           5
!>            2           1           0          -1          -2           2           0          -2           0          -1           1
!>            8           7           6           5           1           4           9          12           0          -1           3
!>            1           1           2           3           2
!>            0           0           1 -2147483648  2147483647 F T           0           1           0           0
!>            0 []           0 T
!>  abcde           5
!>  x    || T
!>   1  5  9          13
!>  10  6  2          -2
!>            0           7           0           0           8           0           0           9           0           0          -3           2          -1
!>            1           7           8           9
!>            5
!>            0          -1           4           3
!>    6.00000000       8.00000000       136.000000       10.0000000       12.0000000       14.0000000       16.0000000       18.0000000       20.0000000       22.0000000       24.0000000
!>            2           1           1           2           1           2           2           1           2           1           2           1           2
!>           10          -1          20           1          30          30          30          10
!>           30           1          20          -1          10
!>           30          30           1          20          -1
!>            1           2           3           4          10          12          14          16           9          10          11          12
!>            1           3           5           2           4           6           1           2           9           9
!>            1           8           2           5           5           5
!>  T
!>            2           4           2
!>            2           4           2           2
!>            2          -2          -3           4  -1.00000000      -2.00000000              -1           0
!>            2          -1          -2           1   1.50000000     -0.500000000
!>            3  -2.00000000               0           3           3   1.50000000
!>            0  0.500000000       1.50000000       1.41421354            -512  0.250000000               0          -1
!>   2147483647 -2147483648          15 -2147483648          14          -6
!>            1
!>            3
