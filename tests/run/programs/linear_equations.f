*     Gauss elimination as written in the seventies.
      program p
      implicit none
      integer n, i, ier
      parameter (n=4)
      double precision a(n,n), b(n), w(n*2)
      integer ip(n)
      do 10 i = 1, n
        b(i) = i
        call row(a, n, i)
   10 continue
      call decomp(n, n, a, ip, ier)
      if (ier .ne. 0) stop 1
      call solve(n, n, a, b, ip)
      write (*, '(4f10.5)') b
      call dcopyx(n, b, 1, w, 2)
      write (*, '(4f10.5)') (w(i), i=1,2*n,2)
      end
      subroutine row(a, n, i)
      implicit double precision (a-h,o-z)
      dimension a(n,*)
      do 10 j = 1, n
   10 a(i,j) = 1d0/(i+j-1)
      a(i,i) = a(i,i) + 1
      end
      subroutine decomp(n, ndim, a, ip, ier)
      integer n, ndim, ip, ier, nm1, k, kp1, m, i, j
      double precision a, t
      dimension a(ndim,n), ip(n)
      ier = 0
      ip(n) = 1
      if (n .eq. 1) go to 70
      nm1 = n - 1
      do 60 k = 1,nm1
        kp1 = k + 1
        m = k
        do 10 i = kp1,n
          if (dabs(a(i,k)) .gt. dabs(a(m,k))) m = i
 10     continue
        ip(k) = m
        t = a(m,k)
        if (m .eq. k) go to 20
        ip(n) = -ip(n)
        a(m,k) = a(k,k)
        a(k,k) = t
 20     continue
        if (t .eq. 0.d0) go to 80
        t = 1.d0/t
        do 30 i = kp1,n
 30       a(i,k) = -a(i,k)*t
        do 50 j = kp1,n
          t = a(m,j)
          a(m,j) = a(k,j)
          a(k,j) = t
          if (t .eq. 0.d0) go to 45
          do 40 i = kp1,n
 40         a(i,j) = a(i,j) + a(i,k)*t
 45       continue
 50       continue
 60     continue
 70   k = n
      if (a(n,n) .eq. 0.d0) go to 80
      return
 80   ier = k
      ip(n) = 0
      return
      end
      subroutine solve(n, ndim, a, b, ip)
      integer n, ndim, ip, nm1, k, kp1, m, i, kb, km1
      double precision a, b, t
      dimension a(ndim,n), b(n), ip(n)
      if (n .eq. 1) go to 50
      nm1 = n - 1
      do 20 k = 1,nm1
        kp1 = k + 1
        m = ip(k)
        t = b(m)
        b(m) = b(k)
        b(k) = t
        do 10 i = kp1,n
 10       b(i) = b(i) + a(i,k)*t
 20     continue
      do 40 kb = 1,nm1
        km1 = n - kb
        k = km1 + 1
        b(k) = b(k)/a(k,k)
        t = -b(k)
        do 30 i = 1,km1
 30       b(i) = b(i) + a(i,k)*t
 40     continue
 50   b(1) = b(1)/a(1,1)
      return
      end
      subroutine dcopyx(n, dx, incx, dy, incy)
      double precision dx(*), dy(*)
      ix = 1
      iy = 1
      if (incx .lt. 0) ix = (-n+1)*incx + 1
      do 10 i = 1, n
        dy(iy) = dx(ix)
        ix = ix + incx
        iy = iy + incy
   10 continue
      return
      end
!>   -0.43313   0.81118   2.01253   3.15930
!>   -0.43313   0.81118   2.01253   3.15930
