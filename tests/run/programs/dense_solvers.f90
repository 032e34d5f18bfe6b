! LU, QR, Jacobi eigenvalues, determinants and Cholesky with array notation.
module linalg
  implicit none
  integer, parameter :: wp = kind(1.0d0)
contains
  subroutine lu(a, p, info)
    real(wp), intent(inout) :: a(:,:)
    integer, intent(out) :: p(size(a,1)), info
    integer :: i, j, k, n
    n = size(a, 1); info = 0
    p = [(i, i=1,n)]
    do k = 1, n-1
      j = maxloc(abs(a(k:,k)), dim=1) + k - 1
      if (a(j,k) == 0) then
        info = k; return
      end if
      if (j /= k) then
        a([j,k],:) = a([k,j],:)
        p([j,k]) = p([k,j])
      end if
      a(k+1:,k) = a(k+1:,k)/a(k,k)
      do concurrent (i = k+1:n)
        a(i,k+1:) = a(i,k+1:) - a(i,k)*a(k,k+1:)
      end do
    end do
  end subroutine
  function lusolve(a, p, b) result(x)
    real(wp), intent(in) :: a(:,:), b(:)
    integer, intent(in) :: p(:)
    real(wp) :: x(size(b))
    integer :: i, n
    n = size(b)
    x = b(p)
    do i = 2, n
      x(i) = x(i) - dot_product(a(i,:i-1), x(:i-1))
    end do
    do i = n, 1, -1
      x(i) = (x(i) - sum(a(i,i+1:)*x(i+1:)))/a(i,i)
    end do
  end function
  subroutine qr(a, q, r)
    real(wp), intent(in) :: a(:,:)
    real(wp), intent(out) :: q(:,:), r(:,:)
    real(wp) :: v(size(a,1)), s
    integer :: k, n, j
    n = size(a,1)
    r = a; q = 0
    forall (k=1:n) q(k,k) = 1
    do k = 1, n-1
      v = 0; v(k:) = r(k:,k)
      s = norm2(v)
      v(k) = v(k) + sign(s, v(k))
      s = dot_product(v, v)
      if (s == 0) cycle
      do j = 1, n
        r(:,j) = r(:,j) - 2*v*dot_product(v, r(:,j))/s
      end do
      q = q - 2*matmul(q, spread(v, 2, n)*spread(v, 1, n))/s
    end do
  end subroutine
  subroutine jacobi_eig(a0, w, sweeps)
    real(wp), intent(in) :: a0(:,:)
    real(wp), intent(out) :: w(:)
    integer, intent(out) :: sweeps
    real(wp), allocatable :: a(:,:)
    real(wp) :: theta, t, c, s, tmp(size(a0,1)), tmp2(size(a0,1))
    integer :: n, p, q, i
    a = a0; n = size(a,1)
    do sweeps = 1, 50
      if (sum(a**2) - sum([(a(i,i)**2, i=1,n)]) < 1e-20_wp) exit
      do p = 1, n-1
        do q = p+1, n
          if (abs(a(p,q)) < 1e-300_wp) cycle
          theta = (a(q,q) - a(p,p))/(2*a(p,q))
          t = sign(1._wp, theta)/(abs(theta) + sqrt(theta**2 + 1))
          c = 1/sqrt(t**2 + 1); s = t*c
          tmp = a(:,p); tmp2 = a(:,q)
          a(:,p) = c*tmp - s*tmp2; a(:,q) = s*tmp + c*tmp2
          tmp = a(p,:); tmp2 = a(q,:)
          a(p,:) = c*tmp - s*tmp2; a(q,:) = s*tmp + c*tmp2
        end do
      end do
    end do
    w = [(a(i,i), i=1,n)]
    do p = 2, n
      do q = p, 2, -1
        if (w(q) < w(q-1)) w([q-1,q]) = w([q,q-1])
      end do
    end do
  end subroutine
  recursive function det(a) result(d)
    real(wp), intent(in) :: a(:,:)
    real(wp) :: d
    integer :: j, k, n
    n = size(a,1)
    if (n == 1) then
      d = a(1,1)
    else
      d = 0
      do j = 1, n
        d = d + (-1)**(j+1)*a(1,j)*det(reshape(pack(a(2:,:), spread([(k /= j, k=1,n)], 1, n-1)), [n-1,n-1]))
      end do
    end if
  contains
  end function
  subroutine cholesky(a)
    real(wp), intent(inout) :: a(0:,0:)
    integer :: i, j
    do j = 0, ubound(a, 2)
      a(j,j) = sqrt(a(j,j) - sum(a(j,:j-1)**2))
      do i = j+1, ubound(a, 1)
        a(i,j) = (a(i,j) - dot_product(a(i,:j-1), a(j,:j-1)))/a(j,j)
      end do
      a(:j-1,j) = 0
    end do
  end subroutine
end module
program main
  use linalg
  implicit none
  integer, parameter :: n = 6
  real(wp) :: a(n,n), b(n), x(n), lua(n,n), q(n,n), r(n,n), w(n), h(4,4)
  integer :: p(n), info, i, j, sw
  do j = 1, n
    do i = 1, n
      a(i,j) = 1._wp/(i+j-1) + merge(1._wp, 0._wp, i==j)
    end do
  end do
  b = matmul(a, [(real(i,wp), i=1,n)])
  lua = a
  call lu(lua, p, info)
  x = lusolve(lua, p, b)
  print '(6f10.6,i3)', x, info
  call qr(a, q, r)
  print *, maxval(abs(matmul(q,r)-a)) < 1e-12, maxval(abs(matmul(transpose(q),q) - eye(n))) < 1e-12
  call jacobi_eig(a, w, sw)
  print '(6f10.6,l2)', w, sw < 20
  print '(f14.10)', det(a(:4,:4)), sum(w) - sum([(a(i,i), i=1,n)])
  h = a(1:4, 1:4)
  call cholesky(h)
  print '(4f10.6)', transpose(h)
  print *, all(abs(matmul(h, transpose(h)) - a(:4,:4)) < 1e-14)
contains
  pure function eye(n) result(e)
    integer, intent(in) :: n
    real(wp) :: e(n,n)
    integer :: i, j
    e = reshape([1._wp, ([(0._wp, i=1,n)], 1._wp, j=1,n-1)], [n,n])
  end function
end program
!>   1.000000  2.000000  3.000000  4.000000  5.000000  6.000000  0
!>  T T
!>   1.000000  1.000013  1.000616  1.016322  1.242361  2.618900 T
!>   2.9430848214
!>   0.0000000000
!>   1.414214  0.000000  0.000000  0.000000
!>   0.353553  1.099242  0.000000  0.000000
!>   0.235702  0.151620  1.058988  0.000000
!>   0.176777  0.125086  0.100128  1.042082
!>  T
