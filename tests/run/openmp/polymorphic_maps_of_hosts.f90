! class dummies of a host procedure in internal procedures, in tasks, threads, blocks
module m
  implicit none
  type :: base
    integer :: i = 1
  end type
  type, extends(base) :: ext
    integer :: k(3) = 4
  end type
contains
  subroutine outer(x, y, z, r)
    class(base), intent(inout) :: x, y(:)
    class(base), intent(inout), allocatable :: z
    integer, intent(inout) :: r
    call inner(10)
    r = r + 1
    call inner(20)
    !$omp parallel num_threads(2)
    !$omp single
    call inner(30)
    !$omp task shared(x, r)
    !$omp target map(tofrom: x)
    select type (x)
    type is (ext)
      x%k(1) = x%k(1) + 5
    end select
    !$omp end target
    !$omp end task
    !$omp taskwait
    !$omp end single
    !$omp end parallel
    associate (q => y(2))
      !$omp target map(tofrom: q)
      q%i = -7
      !$omp end target
    end associate
    block
      integer :: t
      t = 0
      !$omp target teams distribute parallel do map(tofrom: y) reduction(+: t)
      do r = 1, 2
        t = t + y(r)%i
      end do
      print *, t
    end block
  contains
    subroutine inner(n)
      integer, intent(in) :: n
      integer :: j
      !$omp target map(tofrom: x, y, z)
      select type (x)
      type is (ext)
        x%k(2) = n
      end select
      select type (y)
      type is (ext)
        do j = 1, size(y)
          y(j)%k(j) = n + j
        end do
      end select
      select type (z)
      type is (ext)
        z%k = z%k + n
      end select
      !$omp end target
      select type (x)
      type is (ext)
        !$omp target map(tofrom: x)
        x%k(3) = x%k(2)
        !$omp end target
      end select
    end subroutine
  end subroutine
end module
program main
  use m
  implicit none
  type(ext) :: a, b(2)
  class(base), allocatable :: c
  integer :: r
  allocate(ext :: c)
  r = 0
  call outer(a, b, c, r)
  print *, a, b
  select type (c)
  type is (ext)
    print *, c
  end select
end program
!>           -6
!>            1           9          30          30           1          31           4           4          -7           4          32           4
!>            1          64          64          64
