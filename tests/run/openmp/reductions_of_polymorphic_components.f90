! offload: default
! A declared reduction of a type with a polymorphic component.
module m
  implicit none
  type :: base
    integer :: i = 0
  end type
  type, extends(base) :: ext
    integer :: k = 0
  end type
  type acc
    class(base), allocatable :: b
    integer :: n = 0
  end type
  !$omp declare reduction(join: acc: add(omp_out, omp_in)) initializer(start(omp_priv, omp_orig))
contains
  subroutine add(a, b)
    type(acc), intent(inout) :: a
    type(acc), intent(in) :: b
    a%n = a%n + b%n
    a%b%i = a%b%i + b%b%i
    select type (x => a%b)
    type is (ext)
      select type (y => b%b)
      type is (ext)
        x%k = x%k + y%k
      end select
    end select
  end subroutine
  subroutine start(a, o)
    type(acc), intent(inout) :: a
    type(acc), intent(in) :: o
    a%n = 0
    if (allocated(a%b)) deallocate(a%b)
    allocate(a%b, mold=o%b)
  end subroutine
end module
program b03
  use m
  implicit none
  type(acc) :: a
  integer :: i
  allocate(a%b, source=ext(1, 2))
  !$omp parallel do reduction(join: a) num_threads(3)
  do i = 1, 30
    a%n = a%n + 1
    a%b%i = a%b%i + i
    select type (x => a%b)
    type is (ext)
      x%k = x%k + 2*i
    end select
  end do
  print *, a%n
  select type (x => a%b)
  type is (ext)
    print *, x
  end select
end program
!>           30
!>          466         932
