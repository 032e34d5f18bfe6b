! offload: default
! Polymorphic pointers to sections, results of functions and associate names in maps.
module m
  implicit none
  type :: base
    integer :: i = 1
  end type
  type, extends(base) :: ext
    integer :: k(2) = [5, 6]
  end type
contains
  function make(n) result(r)
    integer, intent(in) :: n
    class(base), allocatable :: r
    if (n > 1) then
      allocate(r, source=ext(n, [n, n]))
    else
      allocate(r, source=base(n))
    end if
  end function
end module
program b06
  use m
  implicit none
  class(base), pointer :: p(:), q
  type(ext), target :: e(4)
  type(base), target :: b(3)
  class(base), allocatable :: x
  integer :: j, s
  p => e(4:1:-2)
  !$omp target map(tofrom: p)
  select type (p)
  type is (ext)
    p(1)%k(1) = 44
    p(2)%k(2) = 22
  end select
  p(2)%i = -2
  !$omp end target
  print *, e
  p => b(2:3)
  !$omp target teams distribute parallel do
  do j = 1, size(p)
    p(j)%i = j * 5
  end do
  print *, b
  q => e(3)
  s = 0
  !$omp target map(tofrom: q, s)
  if (associated(q)) s = q%i
  q%i = 33
  !$omp end target
  print *, s, e(3)%i
  do j = 1, 2
    x = make(j)
    !$omp target map(tofrom: x, s)
    select type (x)
    type is (ext)
      s = x%k(2) + 100
      x%i = 0
    type is (base)
      s = x%i
      x%i = 7
    end select
    !$omp end target
    print *, s, x%i
  end do
  associate (a => e(2:4))
    !$omp target map(tofrom: a)
    a%i = 8
    a(2)%k = a(1)%k
    !$omp end target
  end associate
  print *, e
end program
!>            1           5           6          -2           5          22           1           5           6           1          44           6
!>            1           5          10
!>            1          33
!>            1           7
!>          102           0
!>            1           5           6           8           5          22           8           5          22           8          44           6
