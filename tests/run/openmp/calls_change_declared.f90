! Variables that declare target lists, changed and read by called procedures.
module m
  integer :: t(4) = [1,2,3,4]
  integer :: lk = 9
  !$omp declare target enter(t)
  !$omp declare target link(lk)
contains
  integer function nexts()
    !$omp declare target
    integer, save :: s = 40
    s = s + 1
    nexts = s
  end function
  subroutine add(i)
    integer, intent(in) :: i
    !$omp declare target
    t(i) = t(i) * 10 + nexts()
  end subroutine
  subroutine addlk()
    !$omp declare target
    lk = lk + 1
  end subroutine
end module
subroutine cm()
  !$omp declare target
  integer :: a, b
  common /blk/ a, b
  !$omp declare target(/blk/)
  a = a + 1
  b = b + a
end subroutine
program calls_change_declared
  use m
  implicit none
  integer :: a, b, r
  common /blk/ a, b
  !$omp declare target(/blk/)
  a = 1; b = 2
  !$omp target update to(/blk/)
  !$omp target map(from:r)
  call cm()
  call cm()
  r = b
  !$omp end target
  !$omp target update from(/blk/)
  print *, a, b, r
  !$omp target
  call add(2)
  call add(3)
  !$omp end target
  !$omp target update from(t)
  print *, t
  !$omp target map(tofrom: lk)
  call addlk()
  !$omp end target
  print *, lk
  !$omp target map(from:r)
  r = nexts()
  !$omp end target
  print *, r
end program
!>            3           7           7
!>            1          61          72           4
!>           10
!>           43
