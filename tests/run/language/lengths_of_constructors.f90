! The length that an array constructor states is a use of the variables of the host.
program lengths_of_constructors
  implicit none
  character(len=:), allocatable :: list(:)
  integer :: n
  list = [character(len=3) :: 'abc', 'de']
  n = 5
  call add('longer')
  n = 8
  call add('last')
  print '(i2,i2,*(1x,a,"|"))', size(list), len(list), list
contains
  subroutine add(value)
    character(len=*), intent(in) :: value
    list = [character(len=n) :: list, value]
  end subroutine
end program
!>  4 8 abc     | de      | longe   | last    |
