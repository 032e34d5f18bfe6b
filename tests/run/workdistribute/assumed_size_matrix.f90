subroutine ext(n, a, b, lda)
  implicit none
  integer, intent(in) :: n, lda
  double precision, intent(inout) :: a(lda, *), b(n)
  integer :: i
  !$omp target teams workdistribute map(tofrom: a(:, 1:n), b)
  a(1:n, 1:n) = transpose(a(1:n, 1:n))
  b = b + a(2, 1:n)
  a(lda, 1:n) = b(n:1:-1)
  b = a(1:n, n)
  !$omp end target teams workdistribute
end subroutine
program assumed_size_matrix
  implicit none
  double precision :: a(5,6), b(4)
  integer :: i
  external ext
  a = reshape([(i*1d0, i=1,30)], [5,6]); b = 1
  call ext(4, a, b, 5)
  call ext(3, a(1,3), b(2), 5)
  print '(5f8.1)', a
  print '(4f8.1)', b
end program
!>      1.0     6.0    11.0    16.0    10.0
!>      2.0     7.0    12.0    17.0     9.0
!>      3.0     4.0    21.0    18.0    33.0
!>      8.0     9.0    22.0    19.0    23.0
!>     13.0    14.0    23.0    24.0    13.0
!>     26.0    27.0    28.0    29.0    30.0
!>      4.0    13.0    14.0    23.0
