! regions: on the device
! stripped: no
! A static schedule gives each thread one block of iterations: what a thread keeps from one to the next shows that.
program blocks
  implicit none
  integer :: i, s, a(8)
  s = 0
  !$omp target parallel num_threads(2) firstprivate(s) map(from: a)
  !$omp do schedule(static)
  do i = 1, 8
    s = s + 1
    a(i) = s
  end do
  !$omp end target parallel
  print '(8i5)', a
  s = 0
  !$omp target parallel do num_threads(2) firstprivate(s) map(from: a) schedule(static)
  do i = 1, 8
    s = s + 1
    a(i) = s
  end do
  print '(8i5)', a
  s = 0
  !$omp target teams distribute parallel do num_teams(2) num_threads(2) firstprivate(s) map(from: a) schedule(static)
  do i = 1, 8
    s = s + 1
    a(i) = s
  end do
  print '(8i5)', a
  s = 0
  !$omp target parallel num_threads(2) private(s) map(from: a)
  s = 0
  !$omp do
  do i = 1, 8
    s = s + 1
    a(i) = s
  end do
  !$omp end target parallel
  print '(8i5)', a
end program
!>     1    2    3    4    1    2    3    4
!>     1    2    3    4    1    2    3    4
!>     1    2    1    2    1    2    1    2
!>     1    2    3    4    1    2    3    4
