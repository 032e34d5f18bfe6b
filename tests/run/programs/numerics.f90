! FFT, Runge-Kutta, quadrature, splines, conjugate gradients, multigrid.
module kinds
  integer, parameter :: dp = kind(1.0d0)
end module
module numerics
  use kinds
  implicit none
  real(dp), parameter :: pi = 4*atan(1.0_dp)
  abstract interface
    pure function f1d(x) result(y)
      import :: dp
      real(dp), intent(in) :: x
      real(dp) :: y
    end function
    subroutine rhs_t(t, y, dy)
      import
      real(dp), intent(in) :: t, y(:)
      real(dp), intent(out) :: dy(:)
    end subroutine
  end interface
  type spline_t
    real(dp), allocatable, dimension(:) :: x, y, m
  end type
contains
  recursive pure function fft(x) result(y)
    complex(dp), intent(in) :: x(:)
    complex(dp) :: y(size(x)), e(size(x)/2), o(size(x)/2)
    integer :: n, k
    n = size(x)
    if (n == 1) then
      y = x; return
    end if
    e = fft(x(1::2)); o = fft(x(2::2))
    o = o*[(exp(cmplx(0, -2*pi*k/n, dp)), k=0,n/2-1)]
    y(:n/2) = e + o; y(n/2+1:) = e - o
  end function
  subroutine fft_iter(a, inv)
    complex(dp), intent(inout) :: a(0:)
    logical, intent(in), optional :: inv
    integer :: n, i, j, k, len
    complex(dp) :: w, wl, u, v, t
    real(dp) :: s
    n = size(a)
    s = -1
    if (present(inv)) s = merge(1, -1, inv)
    j = 0
    do i = 1, n-1
      k = n/2
      do while (iand(j, k) /= 0)
        j = ieor(j, k); k = k/2
      end do
      j = ieor(j, k)
      if (i < j) then
        t = a(i); a(i) = a(j); a(j) = t
      end if
    end do
    len = 2
    do while (len <= n)
      wl = cmplx(cos(2*pi/len), s*sin(2*pi/len), dp)
      do i = 0, n-1, len
        w = 1
        do k = 0, len/2-1
          u = a(i+k); v = a(i+k+len/2)*w
          a(i+k) = u + v; a(i+k+len/2) = u - v
          w = w*wl
        end do
      end do
      len = len*2
    end do
    if (s > 0) a = a/n
  end subroutine
  subroutine rk4(f, y, t0, t1, n)
    procedure(rhs_t) :: f
    real(dp), intent(inout) :: y(:)
    real(dp), intent(in) :: t0, t1
    integer, intent(in) :: n
    real(dp), dimension(size(y)) :: k1, k2, k3, k4
    real(dp) :: h, t
    integer :: i
    h = (t1-t0)/n
    do i = 0, n-1
      t = t0 + i*h
      call f(t, y, k1)
      call f(t + h/2, y + h/2*k1, k2)
      call f(t + h/2, y + h/2*k2, k3)
      call f(t + h, y + h*k3, k4)
      y = y + h/6*(k1 + 2*k2 + 2*k3 + k4)
    end do
  end subroutine
  recursive function simpson(f, a, b, eps) result(s)
    procedure(f1d) :: f
    real(dp), intent(in) :: a, b, eps
    real(dp) :: s, c, whole, halves
    c = (a+b)/2
    whole = (b-a)/6*(f(a) + 4*f(c) + f(b))
    halves = (b-a)/12*(f(a) + 4*f((a+c)/2) + 2*f(c) + 4*f((c+b)/2) + f(b))
    if (abs(whole-halves) < 15*eps) then
      s = halves + (halves-whole)/15
    else
      s = simpson(f, a, c, eps/2) + simpson(f, c, b, eps/2)
    end if
  end function
  function brent_bisect(f, a0, b0) result(c)
    procedure(f1d) :: f
    real(dp), value :: a0, b0
    real(dp) :: c
    do while (b0 - a0 > 1e-13_dp)
      c = 0.5_dp*(a0 + b0)
      if (f(c)*f(a0) <= 0) then
        b0 = c
      else
        a0 = c
      end if
    end do
  end function
  function make_spline(x, y) result(s)
    real(dp), intent(in) :: x(:), y(:)
    type(spline_t) :: s
    real(dp), dimension(size(x)) :: a, b, c, d
    integer :: i, n
    n = size(x)
    s = spline_t(x, y, spread(0._dp, 1, n))
    b = 1; a = 0; c = 0; d = 0
    do i = 2, n-1
      a(i) = (x(i)-x(i-1))/6; b(i) = (x(i+1)-x(i-1))/3; c(i) = (x(i+1)-x(i))/6
      d(i) = (y(i+1)-y(i))/(x(i+1)-x(i)) - (y(i)-y(i-1))/(x(i)-x(i-1))
    end do
    do i = 2, n
      b(i) = b(i) - a(i)/b(i-1)*c(i-1)
      d(i) = d(i) - a(i)/b(i-1)*d(i-1)
    end do
    s%m(n) = d(n)/b(n)
    do i = n-1, 1, -1
      s%m(i) = (d(i) - c(i)*s%m(i+1))/b(i)
    end do
  end function
  elemental function eval_at(x, x0, x1, y0, y1, m0, m1) result(v)
    real(dp), intent(in) :: x, x0, x1, y0, y1, m0, m1
    real(dp) :: v, h
    h = x1 - x0
    v = (m0*(x1-x)**3 + m1*(x-x0)**3)/(6*h) + (y0/h - m0*h/6)*(x1-x) + (y1/h - m1*h/6)*(x-x0)
  end function
  pure function spline_eval(s, x) result(v)
    type(spline_t), intent(in) :: s
    real(dp), intent(in) :: x
    real(dp) :: v
    integer :: i
    i = min(max(count(s%x <= x), 1), size(s%x)-1)
    v = eval_at(x, s%x(i), s%x(i+1), s%y(i), s%y(i+1), s%m(i), s%m(i+1))
  end function
  subroutine cg(n, b, x, it)
    integer, intent(in) :: n
    real(dp), intent(in) :: b(n,n)
    real(dp), intent(out) :: x(n,n)
    integer, intent(out) :: it
    real(dp), dimension(n,n) :: r, p, ap
    real(dp) :: rr, rn, alpha
    x = 0; r = b; p = r; rr = sum(r*r)
    do it = 1, 1000
      ap = lap(p)
      alpha = rr/sum(p*ap)
      x = x + alpha*p; r = r - alpha*ap
      rn = sum(r**2)
      if (sqrt(rn) < 1e-10_dp) return
      p = r + rn/rr*p
      rr = rn
    end do
  contains
    function lap(u) result(v)
      real(dp), intent(in) :: u(:,:)
      real(dp) :: v(size(u,1),size(u,2))
      v = 4*u
      v(2:,:) = v(2:,:) - u(:n-1,:)
      v(:n-1,:) = v(:n-1,:) - u(2:,:)
      v(:,2:) = v(:,2:) - u(:,:n-1)
      v(:,:n-1) = v(:,:n-1) - u(:,2:)
    end function
  end subroutine
  recursive subroutine vcycle(u, f, h)
    real(dp), intent(inout) :: u(0:)
    real(dp), intent(in) :: f(0:), h
    real(dp), allocatable :: r(:), e(:), rc(:)
    integer :: n, i, k
    n = ubound(u,1)
    do k = 1, 3
      do i = 1, n-1
        u(i) = 0.5_dp*(u(i-1) + u(i+1) + h*h*f(i))
      end do
    end do
    if (n <= 2) return
    allocate(r(0:n), e(0:n/2), rc(0:n/2))
    r = 0; e = 0; rc = 0
    r(1:n-1) = f(1:n-1) + (u(0:n-2) - 2*u(1:n-1) + u(2:n))/h**2
    forall (i=1:n/2-1) rc(i) = 0.25_dp*(r(2*i-1) + 2*r(2*i) + r(2*i+1))
    call vcycle(e, rc, 2*h)
    u(0:n:2) = u(0:n:2) + e
    u(1:n-1:2) = u(1:n-1:2) + 0.5_dp*(e(:n/2-1) + e(1:))
    do k = 1, 3
      do i = n-1, 1, -1
        u(i) = 0.5_dp*(u(i-1) + u(i+1) + h*h*f(i))
      end do
    end do
  end subroutine
end module
module problems
  use kinds
  implicit none
contains
  pure function g(x) result(y)
    real(dp), intent(in) :: x
    real(dp) :: y
    y = exp(-x*x)*cos(3*x)
  end function
  subroutine orbit(t, y, dy)
    real(dp), intent(in) :: t, y(:)
    real(dp), intent(out) :: dy(:)
    dy(1:2) = y(3:4)
    dy(3:4) = -y(1:2)/norm2(y(1:2))**3
  end subroutine
end module
program main
  use numerics
  use problems
  implicit none
  complex(dp) :: x(16), y(16), z(16)
  real(dp) :: o(4), b(12,12), u(12,12), mu(0:64), mf(0:64)
  type(spline_t) :: s
  integer :: i, it
  x = [(cmplx(mod(i*7, 5), mod(i, 3), dp), i=1,16)]
  y = fft(x); z = x
  call fft_iter(z)
  print *, maxval(abs(y-z)) < 1e-12
  call fft_iter(z, inv=.true.)
  print *, maxval(abs(x-z)) < 1e-13
  print '(4(2f9.4,1x))', y(1:4)
  o = [1._dp, 0._dp, 0._dp, 1._dp]
  call rk4(orbit, o, 0._dp, 2*pi, 400)
  print '(4f10.6)', o
  print '(3f16.12)', simpson(g, 0._dp, 2._dp, 1e-12_dp), brent_bisect(g, 0._dp, 1._dp)
  s = make_spline([(i*0.5_dp, i=0,8)], [(sin(i*0.5_dp), i=0,8)])
  print '(4f10.6)', (spline_eval(s, i*0.9_dp), i=0,4)
  b = 1
  call cg(12, b, u, it)
  print '(i4,3f12.8)', it, u(1,1), u(6,6), sum(u)
  mu = 0; mf = 1
  do i = 1, 12
    call vcycle(mu, mf, 1._dp/64)
  end do
  print '(2f14.10)', mu(32), maxval(abs(mu - [(0.5_dp*i/64*(1-i/64._dp), i=0,64)]))
end program
!>  T
!>  T
!>   32.0000  16.0000    0.2182  -0.3949    0.7574  -1.0000    4.9723  -6.3086
!>   1.000000  0.000000 -0.000000  1.000000
!>   0.090009235156  0.523598775598
!>   0.000000  0.783290  0.973738  0.427864
!>  -0.438769
!>   21  1.44937308 12.26865907984.74560349
!>   0.1250000000  0.0000000000
