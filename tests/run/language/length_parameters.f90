! Length parameters of derived types: known at run time, deferred, assumed; components that depend on them.
module shapes
  implicit none
  type :: grid(k, n, m)
    integer, kind :: k = 4
    integer, len :: n, m = 2
    character(len=n) :: name
    real(k) :: a(n, m) = 1.0_k
    integer :: low(0:n) = 7
    integer :: tag = 5
  end type
  type, extends(grid) :: tall(h)
    integer, len :: h
    real(k) :: z(h)
  end type
  type :: pair(s)
    integer, len :: s
    type(grid(8, s, 3)) :: left
    type(grid(n=2*s)) :: right
    type(grid(4, s, s)) :: many(2)
  end type
  type(grid(4, 3)) :: shared
contains
  subroutine show(g)
    type(grid(4, *, *)), intent(in) :: g
    print *, 'grid', g%n, g%m, shape(g%a), len(g%name), lbound(g%low), ubound(g%low), sum(g%a), g%tag
  end subroutine
  subroutine fill(g, v)
    type(grid(4, *, *)), intent(out) :: g
    real, intent(in) :: v
    g%a(1,1) = v
    g%name = 'filled by someone'
  end subroutine
  function make(n) result(r)
    integer, intent(in) :: n
    type(grid(4, n, 2)) :: r
    r%a = real(n)
    r%name = 'made'
  end function
  subroutine poly(g)
    class(grid(4, *, *)), intent(inout) :: g
    select type (g)
    type is (grid(4, *, *))
      print *, 'grid', g%n
    type is (tall(4, *, *, *))
      print *, 'tall', g%n, g%h, size(g%z)
    end select
  end subroutine
end module
program main
  use shapes
  implicit none
  type(grid(4, 5)) :: x
  type(grid(4, 5)) :: y(3)
  type(tall(4, 2, 3, 4)) :: t
  type(pair(2)) :: p
  type(grid(4, :, :)), allocatable :: d, e
  type(grid(4, :, :)), pointer :: q
  class(grid(4, :, :)), allocatable :: c
  integer :: i
  print *, x%n, x%m, x%k, size(x%a), len(x%name), kind(x%a)
  x%name = 'abcdefgh'
  print *, '[', x%name, ']'
  call show(x)
  call fill(x, 3.0)
  call show(x)
  print *, '[', x%name, ']'
  do i = 1, 3
    y(i)%a = real(i)
    y(i)%tag = i
  end do
  call show(y(2))
  x = y(3)
  call show(x)
  call show(shared)
  t%z = 4.0
  t%a = 2
  print *, t%n, t%m, t%h, size(t%z), sum(t%z), sum(t%a)
  call show(t%grid)
  call poly(x)
  call poly(t)
  print *, p%s, p%left%n, p%left%m, p%right%n, p%right%m, shape(p%left%a), shape(p%right%a), kind(p%left%a)
  print *, p%many%n, shape(p%many(2)%a)
  allocate (grid(4, 7, 1) :: d)
  call show(d)
  e = d
  e%a(2,1) = 10
  call show(e)
  call show(d)
  deallocate (d)
  allocate (d, source=x)
  call show(d)
  d = make(4)
  call show(d)
  call show(make(6))
  allocate (grid(4, 3, 3) :: q)
  q%a = 0.5
  call show(q)
  deallocate (q)
  allocate (tall(4, 2, 2, 9) :: c)
  call poly(c)
  deallocate (c)
  allocate (grid(4, 2, 2) :: c)
  call poly(c)
  call local(3)
  block
    type(grid(4, 2, 5)) :: b
    call show(b)
  end block
contains
  subroutine local(n)
    integer, intent(in) :: n
    type(grid(4, n, n+1)) :: w
    type(grid(4, n)), allocatable :: v(:)
    call show(w)
    allocate (v(2))
    call show(v(2))
    v(1)%a = 3
    v(2) = v(1)
    call show(v(2))
  end subroutine
end program
!>            5           2           4          10           5           4
!>  [abcde]
!>  grid           5           2           5           2           5           0           5   10.0000000               5
!>  grid           5           2           5           2           5           0           5   12.0000000               5
!>  [fille]
!>  grid           5           2           5           2           5           0           5   20.0000000               2
!>  grid           5           2           5           2           5           0           5   30.0000000               3
!>  grid           3           2           3           2           3           0           3   6.00000000               5
!>            2           3           4           4   16.0000000       12.0000000    
!>  grid           2           3           2           3           2           0           2   12.0000000               5
!>  grid           5
!>  tall           2           4           4
!>            2           2           3           4           2           2           3           4           2           8
!>            2           2           2
!>  grid           7           1           7           1           7           0           7   7.00000000               5
!>  grid           7           1           7           1           7           0           7   16.0000000               5
!>  grid           7           1           7           1           7           0           7   7.00000000               5
!>  grid           5           2           5           2           5           0           5   30.0000000               3
!>  grid           4           2           4           2           4           0           4   32.0000000               5
!>  grid           6           2           6           2           6           0           6   72.0000000               5
!>  grid           3           3           3           3           3           0           3   4.50000000               5
!>  tall           2           9           9
!>  grid           2
!>  grid           3           4           3           4           3           0           3   12.0000000               5
!>  grid           3           2           3           2           3           0           3   6.00000000               5
!>  grid           3           2           3           2           3           0           3   18.0000000               5
!>  grid           2           5           2           5           2           0           2   10.0000000               5
