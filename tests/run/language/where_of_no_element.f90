! A function that is not called refers to nothing.
module mm
 implicit none
 real(8), allocatable :: tab(:)
 real(8), pointer :: pt(:) => null()
 real(8), pointer :: ps => null()
contains
 elemental function g(x) result(r)
  real(8), intent(in) :: x
  real(8) :: r
  r = x*tab(1)
 end
 elemental function g2(x) result(r)
  real(8), intent(in) :: x
  real(8) :: r
  r = x*ps
 end
 elemental function g3(x,i) result(r)
  real(8), intent(in) :: x
  integer, intent(in) :: i
  real(8) :: r
  r = x*pt(i)
 end
 subroutine k(a,b,m)
  real(8) a(:),b(:)
  logical m(:)
  integer i
  where (m) a = g(b)
 end
end
program t
 use mm
 real(8) a(40),b(40); logical m(40)
 a=1;b=2;m=.false.
 call k(a,b,m); print *,sum(a)
 allocate(tab(1),pt(40),ps); tab=3; pt=[(i,i=1,40)]; ps=2
 m(::3)=.true.
 call k(a,b,m); print *,sum(a)
end
!>    40.000000000000000     
!>    110.00000000000000     
