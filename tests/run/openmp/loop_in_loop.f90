! A LOOP construct in the iterations of another binds to the thread, and pointers are assigned atomically.
module work
  implicit none
  integer, parameter :: n = 20
  integer :: x(n, n), y(n), z(n)
contains
  subroutine outer
    integer :: i, j
    !$omp loop bind(teams)
    do i = 1, n
      !$omp loop
      do j = 1, n
        x(j, i) = x(j, i) + y(i) * z(i)
      end do
    end do
  end subroutine
end module
program loop_in_loop
  use work
  implicit none
  integer, target :: a(4)
  integer, pointer :: last
  integer :: i
  x = 0
  y = [(i, i = 1, n)]
  z = y + 1
  !$omp teams num_teams(4)
  call outer
  !$omp end teams
  print *, all([(x(:, i) == i * (i + 1), i = 1, n)])
  a = [1, 2, 3, 4]
  last => null()
  !$omp parallel do num_threads(4)
  do i = 1, 4
    !$omp atomic write
    last => a(i)
    !$omp end atomic
  end do
  print *, any(last == a)
end program
!>  T
!>  T
