! Random numbers, bodies in orbit, a lattice gas and heat flow.
module rng_mod
  use iso_fortran_env, only: int64, int32, real64
  implicit none
  type rng
    integer(int64) :: s = 88172645463325252_int64
  end type
contains
  function next(r) result(x)
    type(rng), intent(inout) :: r
    real(real64) :: x
    r%s = ieor(r%s, ishft(r%s, 13))
    r%s = ieor(r%s, ishft(r%s, -7))
    r%s = ieor(r%s, ishft(r%s, 17))
    x = real(ishft(r%s, -11), real64) * 2.0_real64**(-53)
  end function
  subroutine lcg(seed, k)
    integer(int32), intent(inout) :: seed
    integer, intent(out) :: k
    integer(int64) :: t
    t = mod(16807_int64*seed, 2147483647_int64)
    seed = int(t, int32)
    k = mod(seed, 100)
  end subroutine
end module
module bodies
  use iso_fortran_env, only: wp => real64
  implicit none
  type vec
    real(wp) :: x = 0, y = 0, z = 0
  end type
  type body
    type(vec) :: r, v
    real(wp) :: m
  end type
  interface operator(+)
    module procedure vadd
  end interface
  interface operator(-)
    module procedure vsub
  end interface
  interface operator(*)
    module procedure smul, muls, dot
  end interface
  interface operator(.cross.)
    module procedure cross
  end interface
  interface abs
    module procedure vnorm
  end interface
contains
  elemental function vadd(a, b) result(c)
    type(vec), intent(in) :: a, b
    type(vec) :: c
    c = vec(a%x+b%x, a%y+b%y, a%z+b%z)
  end function
  elemental function vsub(a, b) result(c)
    type(vec), intent(in) :: a, b
    type(vec) :: c
    c = vec(a%x-b%x, a%y-b%y, a%z-b%z)
  end function
  elemental function smul(s, a) result(c)
    real(wp), intent(in) :: s
    type(vec), intent(in) :: a
    type(vec) :: c
    c = vec(s*a%x, s*a%y, s*a%z)
  end function
  elemental function muls(a, s) result(c)
    real(wp), intent(in) :: s
    type(vec), intent(in) :: a
    type(vec) :: c
    c = s*a
  end function
  elemental function dot(a, b) result(s)
    type(vec), intent(in) :: a, b
    real(wp) :: s
    s = a%x*b%x + a%y*b%y + a%z*b%z
  end function
  elemental function cross(a, b) result(c)
    type(vec), intent(in) :: a, b
    type(vec) :: c
    c = vec(a%y*b%z - a%z*b%y, a%z*b%x - a%x*b%z, a%x*b%y - a%y*b%x)
  end function
  elemental real(wp) function vnorm(a)
    type(vec), intent(in) :: a
    vnorm = sqrt(a*a)
  end function
  subroutine step(b, dt)
    type(body), intent(inout) :: b(:)
    real(wp), intent(in) :: dt
    type(vec) :: f(size(b)), d
    integer :: i, j
    f = vec()
    do i = 1, size(b)
      do j = 1, size(b)
        if (i == j) cycle
        d = b(j)%r - b(i)%r
        f(i) = f(i) + (b(j)%m/(abs(d)**3 + 1e-9_wp))*d
      end do
    end do
    b%v = b%v + dt*f
    b%r = b%r + b%v*dt
  end subroutine
  function energy(b) result(e)
    type(body), intent(in) :: b(:)
    real(wp) :: e
    integer :: i, j
    e = sum(0.5_wp*b%m*(b%v*b%v))
    do i = 1, size(b)-1
      do j = i+1, size(b)
        e = e - b(i)%m*b(j)%m/abs(b(i)%r - b(j)%r)
      end do
    end do
  end function
end module
program main
  use rng_mod
  use bodies
  implicit none
  type(rng) :: r
  type(body) :: b(3)
  type(vec) :: l
  integer :: i, k, seed, hits
  real(wp) :: e0, x, y
  integer, parameter :: nx = 16, ny = 8, q = 9
  real(wp) :: f(q, nx, ny), fe(q), rho(nx,ny), ux(nx,ny), uy(nx,ny), t(0:21), tn(0:21)
  integer, parameter :: cx(q) = [0,1,0,-1,0,1,-1,-1,1], cy(q) = [0,0,1,0,-1,1,1,-1,-1]
  real(wp), parameter :: w(q) = [4._wp/9, (1._wp/9, i=1,4), (1._wp/36, i=1,4)]
  print '(3f12.8)', (next(r), i=1,3)
  seed = 12345
  do i = 1, 5
    call lcg(seed, k); write (*, '(i4)', advance='no') k
  end do
  print *
  hits = 0
  do i = 1, 20000
    x = next(r); y = next(r)
    if (x*x + y*y < 1) hits = hits + 1
  end do
  print *, abs(4._wp*hits/20000 - 3.14159_wp) < 0.05, hits
  b(1) = body(vec(0,0,0), vec(), 10._wp)
  b(2) = body(vec(1,0,0), vec(0, sqrt(10._wp), 0), 0.01_wp)
  b(3) = body(m=0.02_wp, r=vec(x=-2), v=vec(y=-sqrt(5._wp)))
  e0 = energy(b)
  do i = 1, 500
    call step(b, 0.001_wp)
  end do
  print *, abs((energy(b) - e0)/e0) < 1e-3
  l = vec(0,0,1) .cross. b(2)%r
  print '(3f12.6)', b(2)%r, l*l, sum(b%r%x)
  forall (i=1:q) f(i,:,:) = w(i)
  f(2, 4, 4) = f(2, 4, 4) + 0.1_wp
  do k = 1, 10
    rho = sum(f, dim=1)
    ux = 0; uy = 0
    do i = 1, q
      ux = ux + cx(i)*f(i,:,:); uy = uy + cy(i)*f(i,:,:)
    end do
    ux = ux/rho; uy = uy/rho
    do i = 1, q
      f(i,:,:) = f(i,:,:) - (f(i,:,:) - w(i)*rho*(1 + 3*(cx(i)*ux + cy(i)*uy) + 4.5_wp*(cx(i)*ux + cy(i)*uy)**2 - 1.5_wp*(ux**2 + uy**2)))/0.8_wp
      f(i,:,:) = cshift(cshift(f(i,:,:), -cx(i), 1), -cy(i), 2)
    end do
  end do
  print '(3f14.10)', sum(f), maxval(ux), minval(rho)
  t = 0; t(0) = 1; 
  do k = 1, 200
    tn = t
    tn(1:20) = t(1:20) + 0.4_wp*(t(0:19) - 2*t(1:20) + t(2:21))
    if (maxval(abs(tn-t)) < 1e-6) exit
    t = tn
  end do
  print '(i4,4f10.6)', k, t(5:20:5)
end program
!>   0.47425899  0.16484757  0.18724158
!>   15  24  16  96  31
!>  T       15677
!>  T
!>    -0.013913    0.997908    0.000000
!>     0.996014   -1.708270
!> 128.1000000000  0.0064986814  0.9979317960
!>  201  0.689885  0.418519  0.203412  0.031954
