! A namelist group may be named in an accessibility statement in front of it.
module settings
  implicit none
  private
  public :: group, set, n, x
  integer :: n = 1
  real :: x = 2
  namelist /group/ n, x
contains
  subroutine set(k)
    integer, intent(in) :: k
    n = k
  end subroutine
end module
program p
  use settings
  implicit none
  character(80) :: line
  call set(5)
  line = '&group x = 4.5 /'
  read (line, group)
  write (*, group)
end program
!> &GROUP
!>  N=5          ,
!>  X=  4.50000000    ,
!>  /
