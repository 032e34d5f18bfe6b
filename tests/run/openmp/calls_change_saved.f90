! Saved variables, objects and module variables that called procedures change, with their initial values.
module st
  implicit none
  type t
    integer :: a = 4
    real :: b(3) = [1.,2.,3.]
  end type
  type(t) :: obj
  integer, save :: k = 6
  integer, allocatable :: al(:)
  !$omp declare target(obj)
contains
  subroutine inner()
    !$omp declare target
    obj%a = obj%a + k
    obj%b(2) = obj%b(2) * 2
    k = k + 1
  end subroutine
  subroutine outer()
    !$omp declare target
    integer, save :: calls = 10
    calls = calls + 1
    call inner()
    k = k + calls
  end subroutine
  integer function getk()
    getk = k
  end function
end module
program calls_change_saved
  use st
  implicit none
  integer :: r, i
  !$omp target
  call outer()
  !$omp end target
  !$omp target update from(obj)
  print *, obj%a, obj%b, k
  k = 1
  !$omp target map(from:r)
  call outer()
  r = getk()
  !$omp end target
  !$omp target update from(obj)
  print *, obj%a, obj%b, k, r
  obj%a = -1
  !$omp target update to(obj)
  !$omp target map(from:r)
  call inner()
  r = obj%a
  !$omp end target
  print *, r, k
  ! the region names k as well
  !$omp target map(tofrom:k)
  k = k + 100
  call inner()
  !$omp end target
  print *, k
  allocate(al(4)); al = 1
  !$omp target map(tofrom:al)
  call fill()
  !$omp end target
  print *, al
contains
  subroutine fill()
    integer :: j
    do j = 1, 4
      al(j) = al(j) + j*k
    end do
  end subroutine
end program
!>           10   1.00000000       4.00000000       3.00000000              18
!>           11   1.00000000       8.00000000       3.00000000              14          14
!>           13          15
!>          116
!>          117         233         349         465
