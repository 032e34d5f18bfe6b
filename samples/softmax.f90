! Softmax over the rows of a matrix: reductions along a dimension and broadcasts by SPREAD.
program softmax
  implicit none
  integer, parameter :: rows = 40, cols = 33
  real(8) :: x(rows, cols), p(rows, cols), m(rows), s(rows)
  integer :: i, j
  do j = 1, cols
    do i = 1, rows
      x(i, j) = mod(i * 5 + j * 7, 13) * 0.25d0 - 1.0d0
    end do
  end do
  !$omp target teams workdistribute map(to: x) map(from: p) map(alloc: m, s)
  m = maxval(x, dim=2)
  p = exp(x - spread(m, 2, cols))
  s = sum(p, dim=2)
  p = p / spread(s, 2, cols)
  !$omp end target teams workdistribute
  print '(a, f12.8)', 'sum of all     ', sum(p)
  print '(a, f12.8)', 'largest        ', maxval(p)
  print '(a, i0, 1x, i0)', 'where          ', maxloc(p)
end program softmax
!> sum of all      40.00000000
!> largest          0.09882408
!> where          9 12
