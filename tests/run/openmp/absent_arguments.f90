! Optional arguments that are absent in target regions.
program absent_arguments
  implicit none
  integer, pointer :: p(:)
  integer, allocatable :: a(:)
  allocate(p(2), a(3))
  p = 5
  a = 6
  call scalar()
  call scalar(3)
  call shape()
  call shape(a)
  call pointers()
  call pointers(p)
  call pointers(p, a)
contains
  subroutine scalar(x)
    integer, optional :: x
    integer :: seen
    seen = -1
    !$omp target map(x, seen)
    if (present(x)) then
      seen = x
    else
      seen = 0
    end if
    !$omp end target
    print *, seen
  end subroutine
  subroutine shape(x)
    integer, optional :: x(:)
    integer :: seen
    !$omp target map(x, seen)
    seen = 0
    if (present(x)) seen = sum(x)
    !$omp end target
    print *, seen
  end subroutine
  subroutine pointers(x, y)
    integer, optional, pointer :: x(:)
    integer, optional, allocatable :: y(:)
    integer :: seen
    !$omp target map(x, seen)
    seen = 0
    if (present(x)) seen = x(1)
    if (present(y)) seen = seen + y(2)*10
    !$omp end target
    print *, seen
  end subroutine
end program
!>            0
!>            3
!>            0
!>           18
!>            0
!>            5
!>           65
