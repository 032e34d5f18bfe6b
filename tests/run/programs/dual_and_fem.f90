! Dual numbers, finite elements, limiters, singular values.
module dual_mod
  implicit none
  integer, parameter :: wp = selected_real_kind(12)
  type dual
    real(wp) :: v = 0, d = 0
  end type
  interface dual
    procedure dual_from_real
  end interface
  interface operator(+)
    procedure dd_add, dr_add, rd_add
  end interface
  interface operator(-)
    procedure dd_sub, d_neg
  end interface
  interface operator(*)
    procedure dd_mul, rd_mul
  end interface
  interface operator(/)
    procedure dd_div
  end interface
  interface operator(**)
    procedure d_powi
  end interface
  interface sin
    procedure d_sin
  end interface
  interface exp
    procedure d_exp
  end interface
  interface sqrt
    procedure d_sqrt
  end interface
contains
  elemental type(dual) function dual_from_real(x)
    real(wp), intent(in) :: x
    dual_from_real%v = x
    dual_from_real%d = 0
  end function
  elemental type(dual) function dd_add(a, b); type(dual), intent(in) :: a, b; dd_add = dual(a%v+b%v, a%d+b%d); end function
  elemental type(dual) function dr_add(a, b); type(dual), intent(in) :: a; real(wp), intent(in) :: b; dr_add = dual(a%v+b, a%d); end function
  elemental type(dual) function rd_add(b, a); type(dual), intent(in) :: a; real(wp), intent(in) :: b; rd_add = a + b; end function
  elemental type(dual) function dd_sub(a, b); type(dual), intent(in) :: a, b; dd_sub = dual(a%v-b%v, a%d-b%d); end function
  elemental type(dual) function d_neg(a); type(dual), intent(in) :: a; d_neg = dual(-a%v, -a%d); end function
  elemental type(dual) function dd_mul(a, b); type(dual), intent(in) :: a, b; dd_mul = dual(a%v*b%v, a%v*b%d + a%d*b%v); end function
  elemental type(dual) function rd_mul(a, b); real(wp), intent(in) :: a; type(dual), intent(in) :: b; rd_mul = dual(a*b%v, a*b%d); end function
  elemental type(dual) function dd_div(a, b); type(dual), intent(in) :: a, b; dd_div = dual(a%v/b%v, (a%d*b%v - a%v*b%d)/b%v**2); end function
  elemental type(dual) function d_powi(a, n); type(dual), intent(in) :: a; integer, intent(in) :: n; d_powi = dual(a%v**n, n*a%v**(n-1)*a%d); end function
  elemental type(dual) function d_sin(a); type(dual), intent(in) :: a; d_sin = dual(sin(a%v), cos(a%v)*a%d); end function
  elemental type(dual) function d_exp(a); type(dual), intent(in) :: a; d_exp = dual(exp(a%v), exp(a%v)*a%d); end function
  elemental type(dual) function d_sqrt(a); type(dual), intent(in) :: a; d_sqrt = dual(sqrt(a%v), a%d/(2*sqrt(a%v))); end function
end module
module fem
  use dual_mod, only: wp
  implicit none
  type mesh
    integer :: nn, ne
    real(wp), allocatable :: x(:)
    integer, allocatable :: conn(:,:)
  end type
contains
  subroutine build(m, n)
    type(mesh), intent(out) :: m
    integer, intent(in) :: n
    integer :: i
    m = mesh(nn=n+1, ne=n, x=[(real(i, wp)/n, i=0,n)], conn=reshape([(i, i+1, i=1,n)], [2, n]))
  end subroutine
  subroutine assemble(m, k, f)
    type(mesh), intent(in) :: m
    real(wp), intent(out) :: k(:,:), f(:)
    real(wp) :: ke(2,2), h
    real(wp), parameter :: base(2,2) = reshape([1._wp, -1._wp, -1._wp, 1._wp], [2,2])
    integer :: e
    k = 0; f = 0
    do e = 1, m%ne
      associate (c => m%conn(:, e))
        h = m%x(c(2)) - m%x(c(1))
        ke = base/h
        k(c, c) = k(c, c) + ke
        f(c) = f(c) + h/2
      end associate
    end do
  end subroutine
  subroutine thomas(a, b, c, d, x)
    real(wp), intent(in) :: a(:), b(:), c(:), d(:)
    real(wp), intent(out) :: x(:)
    real(wp), dimension(size(b)) :: cp, dd
    integer :: i, n
    n = size(b)
    cp(1) = c(1)/b(1); dd(1) = d(1)/b(1)
    do i = 2, n
      cp(i) = c(min(i, size(c)))/(b(i) - a(i-1)*cp(i-1))
      dd(i) = (d(i) - a(i-1)*dd(i-1))/(b(i) - a(i-1)*cp(i-1))
    end do
    x(n) = dd(n)
    do i = n-1, 1, -1
      x(i) = dd(i) - cp(i)*x(i+1)
    end do
  end subroutine
  pure function minmod(a, b) result(m)
    real(wp), intent(in) :: a, b
    real(wp) :: m
    m = 0
    if (a*b > 0) m = sign(min(abs(a), abs(b)), a)
  end function
  subroutine advect(u, steps)
    real(wp), intent(inout) :: u(:)
    integer, intent(in) :: steps
    real(wp) :: f(0:size(u)), s(size(u))
    integer :: i, k, n
    n = size(u)
    do k = 1, steps
      do i = 1, n
        s(i) = minmod(u(i) - u(modulo(i-2, n)+1), u(modulo(i, n)+1) - u(i))
      end do
      f(1:n) = u + 0.25_wp*s
      f(0) = f(n)
      u = u - 0.5_wp*(f(1:n) - f(0:n-1))
    end do
  end subroutine
  subroutine svd_jacobi(a, s)
    real(wp), intent(in) :: a(:,:)
    real(wp), intent(out) :: s(size(a,2))
    real(wp) :: u(size(a,1), size(a,2)), al, be, ga, z, t, c, sn, tmp(size(a,1))
    integer :: p, q, sweep
    u = a
    do sweep = 1, 30
      do p = 1, size(a,2)-1
        do q = p+1, size(a,2)
          al = sum(u(:,p)**2); be = sum(u(:,q)**2); ga = dot_product(u(:,p), u(:,q))
          if (abs(ga) < 1e-15_wp*sqrt(al*be)) cycle
          z = (be-al)/(2*ga); t = sign(1._wp, z)/(abs(z) + sqrt(1+z*z))
          c = 1/sqrt(1+t*t); sn = c*t
          tmp = u(:,p)
          u(:,p) = c*tmp - sn*u(:,q)
          u(:,q) = sn*tmp + c*u(:,q)
        end do
      end do
    end do
    s = sqrt(sum(u**2, dim=1))
  end subroutine
end module
program main
  use dual_mod
  use fem
  implicit none
  type(dual) :: x, y, xs(3)
  type(mesh) :: m
  real(wp), allocatable :: k(:,:), f(:), u(:), s(:)
  integer :: i
  x = dual(2._wp, 1._wp)
  y = x**3 + 2._wp*x - sin(x)/exp(x) + sqrt(x) + 1._wp
  print '(2f14.9)', y
  xs = [dual(1._wp, 1._wp), dual(2._wp, 1._wp), dual(3._wp, 1._wp)]
  xs = xs*xs + (-xs)
  print '(6f8.3)', xs
  call build(m, 8)
  allocate (k(m%nn, m%nn), f(m%nn), u(m%nn))
  call assemble(m, k, f)
  u = 0
  call thomas([(k(i+1,i), i=2,m%nn-2)], [(k(i,i), i=2,m%nn-1)], [(k(i,i+1), i=2,m%nn-2)], f(2:m%nn-1), u(2:m%nn-1))
  print '(9f9.5)', u
  u = [(merge(1._wp, 0._wp, i > 2 .and. i < 6), i=1,m%nn)]
  call advect(u, 10)
  print '(9f9.5,f10.6)', u, sum(u)
  s = [real(wp) :: (0, i=1,3)]
  call svd_jacobi(reshape([(real(mod(i*i, 7), wp), i=1,12)], [4,3]), s)
  print '(3f12.8)', s
end program
!>   14.291153538  14.532932765
!>    0.000   1.000   2.000   3.000   6.000   5.000
!>   0.00000  0.05469  0.09375  0.11719  0.12500  0.11719  0.09375  0.05469  0.00000
!>   0.68126  0.32820  0.08412  0.01811  0.01811  0.08412  0.32820  0.68126  0.77663  3.000000
!>   1.61737649  3.41056760  8.29168993
