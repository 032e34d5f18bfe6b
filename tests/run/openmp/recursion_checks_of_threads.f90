! options: -fcheck=recursion
! A procedure that is not recursive runs in several threads at one time.
program threads
  implicit none
  integer :: r(8), i
  !$omp parallel do num_threads(4)
  do i = 1, 8
    r(i) = f(i)
  end do
  print *, r
contains
  integer function f(i)
    integer, intent(in) :: i
    integer :: k
    f = 0
    do k = 1, 100000
      f = mod(f*3 + i + k, 1009)
    end do
  end function
end program
!>          626          91         565          30         504         978         443         917
