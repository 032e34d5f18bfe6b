! Variables of modules that a region changes in procedures alone, two calls down too.
module m
  integer :: counter = 3
  integer :: dcount = 5
  !$omp declare target enter(dcount)
contains
  subroutine bump(k)
    integer, intent(in) :: k
    !$omp declare target
    counter = counter + k
  end subroutine
  subroutine bump2(k)
    integer, intent(in) :: k
    counter = counter + k
  end subroutine
  subroutine dbump(k)
    integer, intent(in) :: k
    !$omp declare target
    dcount = dcount + k
  end subroutine
  subroutine dbump2(k)
    integer, intent(in) :: k
    !$omp declare target
    call dbump(k+1)
  end subroutine
end module
program calls_change_globals
  use m
  implicit none
  !$omp target
  call bump(7)
  !$omp end target
  print *, counter
  !$omp target
  call bump2(7)
  !$omp end target
  print *, counter
  !$omp target
  call dbump2(7)
  !$omp end target
  !$omp target update from(dcount)
  print *, dcount
  dcount = 100
  !$omp target update to(dcount)
  !$omp target
  call dbump2(7)
  !$omp end target
  !$omp target update from(dcount)
  print *, dcount
end program
!>           10
!>           17
!>           13
!>          108
