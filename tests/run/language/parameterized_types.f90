! Parameterized derived types: values of KIND and constant LEN parameters.
module m
 implicit none
 integer, parameter :: sp = kind(1.0), dp = kind(1d0)
 type :: matrix(k, rows, cols)
   integer, kind :: k = sp
   integer, len :: rows = 2, cols = 3
   real(k) :: a(rows, cols) = 0
   character(rows) :: tag = 'none'
 end type
 type, extends(matrix) :: named(n)
   integer, len :: n = 4
   character(n) :: name = 'name'
 end type
 type :: node(k)
   integer, kind :: k
   integer(k) :: v = 0
   type(node(k)), pointer :: next => null()
 end type
 type :: poly(k)
   integer, kind :: k = dp
   real(k), allocatable :: c(:)
 contains
   procedure :: eval
   procedure :: degree
   generic :: operator(+) => add
   procedure :: add
   final :: gone
 end type
 interface total
   procedure total_s, total_d
 end interface
contains
 real(dp) function eval(self, x) result(y)
   class(poly(dp)), intent(in) :: self
   real(dp), intent(in) :: x
   integer :: i
   y = 0
   do i = size(self%c), 1, -1
     y = y*x + self%c(i)
   end do
 end function
 integer function degree(self)
   class(poly(dp)), intent(in) :: self
   degree = size(self%c) - 1
 end function
 type(poly(dp)) function add(a, b)
   class(poly(dp)), intent(in) :: a
   type(poly(dp)), intent(in) :: b
   add%c = a%c + b%c
 end function
 subroutine gone(x)
   type(poly(dp)), intent(inout) :: x
   if (allocated(x%c)) x%c = -1
 end subroutine
 real(sp) function total_s(m)
   type(matrix(sp,2,2)), intent(in) :: m
   total_s = sum(m%a)
 end function
 real(dp) function total_d(m)
   type(matrix(dp,2,2)), intent(in) :: m
   total_d = 100 + sum(m%a)
 end function
end module
program p
 use m
 implicit none
 type(matrix) :: d
 type(matrix(dp, cols=5)) :: e
 type(matrix(k=dp, rows=2, cols=2)) :: f
 type(matrix(sp,2,2)) :: g
 type(named(dp, 1, 1, 6)) :: nm
 type(node(8)), target :: n1
 type(node(8)), pointer :: n2
 type(poly(dp)) :: q, r
 type(matrix(sp,2,2)), allocatable :: list(:)
 class(matrix(dp,1,1)), allocatable :: c
 print *, shape(d%a), kind(d%a), d%k, d%rows, d%cols, len(d%tag), d%tag
 print *, shape(e%a), kind(e%a), e%cols
 f = matrix(dp,2,2)(1.5_dp, 'xy'); g%a = 2
 print *, total(f), total(g), f%tag
 nm%name = 'abcdefgh'; nm%a = 7
 print *, nm%name, nm%n, nm%k, nm%a, nm%matrix%tag
 allocate(n2); n2%v = huge(n2%v); n1%next => n2
 print *, n1%next%v, kind(n1%v), n1%k
 deallocate(n2)
 q%c = [1d0, 2d0, 3d0]; r = q + q
 print *, q%eval(2d0), r%eval(2d0), r%degree(), q%k
 allocate(list(3)); list(2)%a(1,:) = [1,2]
 print *, size(list), list(2)%a, list(1)%tag
 allocate(named(dp,1,1,3) :: c)
 select type (c)
 type is (named(dp,1,1,3)); print *, 'named', c%n, c%name
 class default; print *, 'other'
 end select
end program
!>            2           3           4           4           2           3           2 no
!>            2           5           8           5
!>    106.00000000000000        8.00000000     xy
!>  abcdef           6           8   7.0000000000000000      n
!>   9223372036854775807           8           8
!>    17.000000000000000        34.000000000000000                2           8
!>            3   1.00000000       0.00000000       2.00000000       0.00000000     no
!>  named           3 nam
