! Parts of polymorphic objects in maps: components, sections of them, the parent component.
module m
  implicit none
  type :: base
    integer :: i = 1, j = 2
  end type
  type, extends(base) :: mid
    integer :: k(3) = 4
  end type
  type, extends(mid) :: top
    real(8) :: d = 0.5d0
  end type
contains
  subroutine go(x)
    class(base), intent(inout) :: x
    select type (x)
    class is (mid)
      !$omp target map(tofrom: x%k)
      x%k(2) = 40
      !$omp end target
      !$omp target map(tofrom: x%k(2:3))
      x%k(3) = x%k(2) + 1
      !$omp end target
      !$omp target map(tofrom: x%base)
      x%i = 10
      !$omp end target
      !$omp target
      x%j = x%i + x%k(3)
      !$omp end target
    end select
    select type (x)
    type is (top)
      !$omp target
      x%d = x%d + x%mid%k(1) + x%base%j
      !$omp end target
      !$omp target map(tofrom: x%mid)
      x%mid%k(1) = 77
      !$omp end target
    end select
  end subroutine
  subroutine arr(y)
    class(mid), intent(inout) :: y(:)
    integer :: q
    !$omp target teams distribute parallel do map(tofrom: y)
    do q = 1, size(y)
      y(q)%k(q) = q * 11
      y(q)%base%i = -q
    end do
    !$omp target map(tofrom: y(2)%k)
    y(2)%k(1) = 5
    !$omp end target
  end subroutine
end module
program d04
  use m
  implicit none
  type(base) :: b
  type(mid) :: c, cc(3)
  type(top) :: t, tt(3)
  call go(b); call go(c); call go(t)
  print *, b, c
  print *, t
  call arr(cc); print *, cc
  call arr(tt); print *, tt
end program
!>            1           2          10          51           4          40          41
!>           10          51          77          40          41   55.500000000000000
!>           -1           2          11           4           4          -2           2           5          22           4          -3           2           4           4          33
!>           -1           2          11           4           4  0.50000000000000000               -2           2           5          22           4  0.50000000000000000               -3           2           4           4          33  0.50000000000000000
