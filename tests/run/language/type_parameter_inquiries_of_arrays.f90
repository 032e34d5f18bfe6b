! A type parameter inquiry is scalar, of arrays too (F2018 9.4.5).
program p
  implicit none
  type :: vec(k, n)
    integer, kind :: k = 4
    integer, len :: n = 3
    real(k) :: v(n)
  end type
  type(vec(4,:)), allocatable :: a(:)
  type(vec(8,2)) :: b(4)
  type(vec(n=:)), pointer :: q(:,:)
  allocate(vec(4,5) :: a(3))
  allocate(vec(n=6) :: q(2,2))
  print *, a%n, shape(a%n), a%k, b%n, b%k, q%n, rank(q%n), q(:,1)%n
  call show(a)
contains
  subroutine show(x)
    type(vec(4,*)), intent(in) :: x(:)
    real :: work(x%n)
    print *, x%n, size(work), size(x)
  end subroutine
end program
!>            5           4           2           8           6           0           6
!>            5           5           3
