! offload: default
! Mappers declared in procedures, with DEFAULTMAP(NONE): variables of sequential loops are private.
module m
  implicit none
  type t
    integer :: n = 2
    integer, allocatable :: a(:)
  end type
contains
  subroutine go(x, k)
    type(t), intent(inout) :: x(:)
    integer, intent(in) :: k
    integer :: n, i
    !$omp declare mapper(t :: i) map(i%n, i%a)
    n = 77
    !$omp target defaultmap(none) map(tofrom: x) firstprivate(k, n)
    do i = 1, size(x)
      x(i)%a = x(i)%a + k + n
    end do
    !$omp end target
    call inner
  contains
    subroutine inner
      integer :: i
      !$omp target teams distribute parallel do default(none) shared(x) firstprivate(k)
      do i = 1, 2
        x(i)%a(1) = k * i
      end do
      block
        type(t) :: loc
        allocate(loc%a(2)); loc%a = 1
        !$omp target
        loc%a(1) = x(1)%a(1) + loc%n
        !$omp end target
        print *, loc%a
      end block
    end subroutine
  end subroutine
end module
program c03
  use m
  implicit none
  type(t) :: x(2)
  allocate(x(1)%a(2), x(2)%a(3)); x(1)%a = 1; x(2)%a = 2
  call go(x, 5)
  print *, x(1)%a, x(2)%a
end program
!>            7           1
!>            5          83          10          84          84
