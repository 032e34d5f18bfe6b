! What is kept for each thread of the team is used by one thread at a time, also where called procedures ask for its number.
module acc
  implicit none
  integer :: hist(0:63) = 0
  integer :: total = 0
  !$omp declare target(hist, total)
contains
  subroutine note(v)
    use omp_lib
    !$omp declare target
    integer, intent(in) :: v
    integer :: me
    me = omp_get_thread_num()
    hist(me) = hist(me) + v
  end subroutine
  subroutine both(v)
    !$omp declare target
    integer, intent(in) :: v
    call note(v)
    call note(1)
  end subroutine
end module
program kernel_threads
  use acc
  implicit none
  integer :: i
  !$omp target teams distribute parallel do num_teams(1) thread_limit(64)
  do i = 1, 1000
    call both(i)
  end do
  !$omp target update from(hist)
  print *, sum(hist)
  hist = 0
  hist(1) = 5
  !$omp target update to(hist)
  !$omp target parallel do num_threads(64)
  do i = 1, 10
    call note(i)
  end do
  !$omp target update from(hist)
  print *, sum(hist)
end program
!>       501500
!>           60
