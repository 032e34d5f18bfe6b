! Vector subscripts of assumed-size arrays: only the part that the other subscripts leave is read.
program assumed_size_vectors
  implicit none
  real(8) :: a(3, 5)
  integer :: k(6), i
  a = reshape([(real(mod(i*5, 11), 8), i=1, 15)], [3, 5])
  k = [(i, i=1, 6)]
  call work(a, k, 3, 4.0d0)
  print '(3f7.1)', a
  print '(6i4)', k
contains
  subroutine work(a, k, n, y)
    integer, intent(in) :: n
    real(8), intent(inout) :: a(3, *)
    integer, intent(inout) :: k(*)
    real(8), intent(in) :: y
    !$omp target teams workdistribute map(tofrom: a(:, :5), k(:6))
    where (a([n, 1], 2) > y)
      a(1:2, 2) = a([2, n], 4) - 100
    elsewhere (a([1, 3], n) < y)
      a(1:2, 2) = -a([3, 1], n)
    end where
    a(:, 1) = a([3, 2, 1], 1) + a([1, 1, 2], 5)
    k(4:6) = k([n, 2, 1])
    !$omp end target teams workdistribute
    a(2:3, 5) = a([1, 2], 5)*2
  end subroutine
end program
!>    14.0   20.0    9.0
!>  -100.0  -95.0    8.0
!>     2.0    7.0    1.0
!>     6.0    0.0    5.0
!>    10.0   20.0    8.0
!>    1   2   3   3   2   1
