! The game of life on a torus, with CSHIFT and MERGE on integers.
program life
  implicit none
  integer, parameter :: n = 32, generations = 40
  integer :: cells(n, n), count(n, n), it
  cells = 0
  ! A glider and an R-pentomino.
  cells(2, 3) = 1; cells(3, 4) = 1; cells(4, 2) = 1; cells(4, 3) = 1; cells(4, 4) = 1
  cells(20, 21) = 1; cells(20, 22) = 1; cells(21, 20) = 1; cells(21, 21) = 1; cells(22, 21) = 1
  !$omp target data map(tofrom: cells) map(alloc: count)
  do it = 1, generations
    !$omp target teams workdistribute
    count = cshift(cells, 1, 1) + cells + cshift(cells, -1, 1)
    count = cshift(count, 1, 2) + count + cshift(count, -1, 2) - cells
    cells = merge(1, 0, count == 3 .or. (cells == 1 .and. count == 2))
    !$omp end target teams workdistribute
  end do
  !$omp end target data
  print '(a, i0)', 'living cells after 40 generations: ', sum(cells)
end program life
!> living cells after 40 generations: 38
