! TYPEOF, CLASSOF, the attribute RANK, the prefix SIMPLE and shapes by arrays of bounds (Fortran 2023).
module declared_like_m
  implicit none
  type :: base
    integer :: k = 1
  end type
  type, extends(base) :: more
    integer :: l = 2
  end type
contains
  simple integer function next(x)
    integer, intent(in) :: x
    next = x + 1
  end function
  simple subroutine double(x)
    integer, intent(inout) :: x
    x = 2*x
  end subroutine
  subroutine show(a, b, s)
    class(base), intent(in) :: a
    integer(8), rank(2) :: b
    character(*), intent(in) :: s
    typeof(s) :: t
    classof(a), allocatable :: c
    typeof(a) :: d
    allocate (c, source=a)
    t = s//'more'
    select type (c)
    type is (more)
      print *, 'more', c%l
    class default
      print *, 'base', c%k
    end select
    print *, d%k, shape(b), len(t), t
  end subroutine
end module

program declared_like
  use declared_like_m
  implicit none
  integer(8) :: i
  real(8) :: x(3)
  typeof(i) :: j, v(2, 3)
  typeof(x), rank(1), allocatable :: y
  real, rank(rank(v)), pointer :: p
  integer, rank(0) :: n
  integer, parameter :: lb(2) = [0, 1], ub(2) = [2, 3]
  real :: w(lb:ub), z(ub)
  integer :: k(0:1) = [2, 3], t(2, 2, 3)
  integer, allocatable :: a(:, :)
  allocate (y(4), p(2, 5), a(lb:ub))
  n = next(3)
  t = 9
  call double(n)
  print *, kind(j), kind(y), size(y), shape(p), n
  print *, lbound(w), ubound(w), shape(z), lbound(a), ubound(a)
  v = reshape([1, 2, 3, 4, 5, 6], [2, 3])
  i = 7
  print *, v(@k), v(@[1, 2]), v(@ub - 0), v(@k)*2, t(1, @k)
  v(@k) = 60
  print *, v(2, 3)
  call show(base(5), v, 'abc')
  call show(more(6, 7), v, '')
end program
!>            8           8           4           2           5           8
!>            0           1           2           3           2           3           0           1           2           3
!>                     6                    3                    6                   12           9
!>                    60
!>  base           5
!>            1           2           3           3 abc
!>  more           7
!>            1           2           3           0 
