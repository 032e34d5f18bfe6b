! Optional arguments that are absent in target regions; ALLOCATE statements of directives.
program absent_arguments
  implicit none
  integer, allocatable :: a(:)
  allocate(a(3))
  a = 6
  call scalar()
  call scalar(3)
  call shape()
  call shape(a)
  call first_statement()
  call data()
  call data(a)
contains
  ! Directives map what is absent to nothing.
  subroutine data(x)
    integer, optional :: x(:)
    !$omp target enter data map(to: x)
    !$omp target data map(to: x)
    if (present(x)) x = 7
    !$omp target update to(x)
    !$omp end target data
    !$omp target exit data map(from: x)
    if (present(x)) print *, x
  end subroutine
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
  ! Directives with ALLOCATE statements directly behind the declarations.
  subroutine first_statement()
    integer, allocatable :: x(:)
    !$omp allocators allocate(align(64): x)
    allocate(x(4))
    print *, allocated(x), size(x)
    block
      integer, allocatable :: y(:)
      !$omp allocate(y) align(32)
      allocate(y(5))
      print *, allocated(y), size(y)
    end block
  end subroutine
end program
!>            0
!>            3
!>            0
!>           18
!>  T           4
!>  T           5
!>            7           7           7
