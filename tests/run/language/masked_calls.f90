! FORALL and WHERE with defined assignment and with objects that hold allocations; sections whose subscripts are parts of
! the object.
module m
  implicit none
  type :: t
    integer :: i = 0
    integer, allocatable :: a(:)
  end type
  type :: s
    integer :: n
    integer, pointer :: p(:)
  end type
  type :: box
    integer :: v = 0
  end type
  interface assignment(=)
    module procedure to_box
  end interface
contains
  elemental subroutine to_box(b, i)
    type(box), intent(out) :: b
    integer, intent(in) :: i
    b%v = 10 * i
  end subroutine
end module
program main
  use m
  implicit none
  type(t) :: x(4)
  type(s) :: v(2)
  type(box) :: b(5)
  integer, target :: one(3) = [1, 2, 3], two(3) = [4, 5, 6]
  integer :: k, n(5) = [1, 2, 3, 4, 5]
  character(6) :: c(3) = ['abcdef', 'ghijkl', 'mnopqr']
  do k = 1, 4
    x(k)%i = k
    allocate (x(k)%a(k), source=k)
  end do
  forall (k = 1:4) x(k) = x(5 - k)
  print *, x%i, (size(x(k)%a), k = 1, 4)
  forall (k = 2:4, mod(k, 2) == 0) x(k) = x(k - 1)
  print *, x%i, (size(x(k)%a), k = 1, 4)
  v(1) = s(2, one)
  v(2) = s(3, two)
  forall (k = 1:2) v(k)%p(1:v(k)%n) = v(3 - k)%p(1:v(k)%n)
  print *, one, two
  forall (k = 1:2) c(1:2)(k:k+1) = c(2:3)(k+1:k+2)
  print *, c
  where (n > 2)
    b = n
  elsewhere
    b = -n
  end where
  print *, b%v
  forall (k = 1:5, k /= 3) b(k) = k + n(k)
  print *, b%v
end program
!>            4           3           2           1           4           3           2           1
!>            4           4           2           2           4           4           2           2
!>            4           5           3           1           2           3
!>  hijdefnopjklmnopqr
!>          -10         -20          30          40          50
!>           20          40          30          80         100
