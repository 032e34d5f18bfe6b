subroutine common_work(k)
  implicit none
  integer, intent(in) :: k
  integer :: u(10), v(10)
  common /blk/ u, v
  !$omp target teams workdistribute
  u = v + k
  v(2:10) = u(1:9)
  !$omp end target teams workdistribute
end subroutine
program common_equiv
  implicit none
  integer :: u(10), v(10), a(20), b(10), c(5, 2), i
  common /blk/ u, v
  equivalence (a(1), b(1)), (a(11), c(1, 1))
  u = 1
  v = [(i, i = 1, 10)]
  call common_work(3)
  call common_work(5)
  print '(10i5)', u, v
  a = [(i, i = 1, 20)]
  !$omp target teams workdistribute
  a(2:11) = a(1:10) + b
  c(:, 1) = c(:, 2) + b(1:5)
  b = a(11:20)
  !$omp end target teams workdistribute
  print '(10i5)', a, b, c
end program
!>     6    9   10   11   12   13   14   15   16   17
!>     1    6    9   10   11   12   13   14   15   16
!>    17   19   22   25   28   16   17   18   19   20
!>    17   19   22   25   28   16   17   18   19   20
!>    17   19   22   25   28   16   17   18   19   20
!>    17   19   22   25   28   16   17   18   19   20
