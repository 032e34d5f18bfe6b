! Plain loops that depend on themselves: every distance, direction and way of naming the same storage twice.
module loops
  implicit none
contains
  subroutine recur(x, n, d)
    integer, intent(in) :: n, d
    real(8), intent(inout) :: x(n)
    integer :: i
    do i = d + 1, n
      x(i) = x(i - d)*0.5d0 + i
    end do
  end subroutine
  subroutine fixed(x, n)
    integer, intent(in) :: n
    integer, intent(inout) :: x(:)
    integer :: i
    do i = 2, n
      x(i) = x(i - 1) + i
    end do
    do i = 3, n
      x(i) = x(i - 2) - i
    end do
    do i = 4, n
      x(i) = x(i - 3) + x(i)
    end do
    do i = 5, n
      x(i) = x(i - 4) + 1
    end do
    do i = 9, n
      x(i) = x(i - 8) + x(i)*2
    end do
    do i = n - 3, 1, -1
      x(i) = x(i + 3) - x(i)
    end do
    do i = n, 6, -1
      x(i) = x(i - 5) + 1
    end do
    do i = 1, n - 1, 2
      x(i) = x(i + 1) + 1
    end do
    do i = 2, n/2
      x(2*i) = x(i) + 1
    end do
    do i = 1, n/2
      x(n + 1 - i) = x(i) + 3
    end do
  end subroutine
  subroutine aliased(a, b, n)
    integer, intent(in) :: n
    real(4), intent(inout), target :: a(n), b(n)
    real(4), pointer :: p(:)
    integer :: i
    p => a(2:)
    do i = 1, n - 1
      p(i) = a(i) + 1
    end do
    p => b
    do i = 2, n
      b(i) = p(i - 1)*0.5 + i
    end do
  end subroutine
  subroutine sums(a, n, s, k, m)
    integer, intent(in) :: n
    integer, intent(in) :: a(:)
    integer, intent(inout) :: s, k, m
    integer :: i
    do i = 1, n
      s = s + a(i)
    end do
    do i = 1, n
      if (a(i) > 3) k = k + 1
      m = max(m, a(i))
    end do
    do i = 1, n
      s = ieor(s, a(i))
      if (s > 1000000) exit
    end do
  end subroutine
  ! Nothing is stored to `s`, which has no storage that could be stored to, where no element is negative.
  subroutine never(a, n, s)
    integer, intent(in) :: n, a(n)
    integer :: s, i
    do i = 1, n
      if (a(i) < 0) s = s + a(i)
    end do
  end subroutine
  subroutine product_of(a, b, c)
    real(8), intent(in) :: a(:, :), b(:, :)
    real(8), intent(inout) :: c(:, :)
    integer :: i, j, k
    do i = 1, size(c, 1)
      do j = 1, size(c, 2)
        do k = 1, size(b, 1)
          c(i, j) = c(i, j) + a(i, k)*b(k, j)
        end do
      end do
    end do
  end subroutine
  subroutine lower(a, n)
    integer, intent(in) :: n
    real(8), intent(inout) :: a(n, n)
    integer :: i, j, k
    do k = 1, n
      do j = k + 1, n
        do i = k + 1, n
          a(i, j) = a(i, j) - a(i, k)*a(k, j)*0.01d0
        end do
      end do
      do i = 1, n
        a(i, n) = a(i, k) + 1
      end do
    end do
  end subroutine
end module
program loop_dependences
  use loops
  implicit none
  integer, parameter :: n = 29
  real(8) :: x(n), a(9, 9), c(5, 5), u(4, n)
  integer :: k(n), i, j, d, s, m, q, last, bound
  integer(8) :: w
  real(4) :: p(n), r(n), e1(n), e2(n), es(n + 3)
  logical :: mask(n)
  type point
    real(8) :: v(3)
    integer :: tag
  end type
  type(point) :: pt(n)
  equivalence (e1(1), es(1)), (e2(1), es(3))
  do d = 1, 8
    x = [(real(i, 8), i=1, n)]
    call recur(x, n, d)
    print '(i3, 3f12.6)', d, x(n), x(n - 1), sum(x)
  end do
  k = [(mod(i*7, 11), i=1, n)]
  call fixed(k, n)
  print '(10i8)', k
  k = [(mod(i*7, 11), i=1, n)]
  call fixed(k(::2), (n + 1)/2)
  print '(10i8)', k
  p = [(real(i), i=1, n)]
  r = p
  call aliased(p, r, n)
  print '(6f9.3)', p(n), sum(p), r(n), sum(r)
  es = [(real(i), i=1, n + 3)]
  do i = 1, n
    e2(i) = e1(i)*0.5 + 1
  end do
  print '(4f10.4)', es(n + 2), sum(es)
  do i = 1, n
    e1(i) = e2(i) - 1
  end do
  print '(4f10.4)', e1(1), sum(es)
  k = [(mod(i*5, 9), i=1, n)]
  s = 1
  q = 0
  m = -1
  call sums(k, n, s, q, m)
  print *, s, q, m
  call sums(k(n:1:-3), 9, s, q, m)
  print *, s, q, m
  call never(k, n, 5)
  a = reshape([(mod(i*i, 13)*0.25d0, i=1, 81)], [9, 9])
  c = 1
  call product_of(a(1:5, :), a(:, 5:9), c)
  print '(5f10.4)', c(1, 1), c(5, 5), sum(c)
  call product_of(a(1:9:2, 1:0), a(1:0, 1:5), c)
  print '(5f10.4)', sum(c)
  call lower(a, 9)
  print '(3f14.6)', a(9, 9), a(8, 9), sum(a)
  ! Scalars that every iteration sets, bounds that change, loops that do not run, the variable after the loop.
  bound = n
  do i = 1, bound
    last = k(i) + i
    bound = 3
    x(i) = last*0.5d0
  end do
  print '(3i6, f10.3)', last, bound, i, sum(x)
  do i = 5, 4
    x(i) = x(i + 1)
    last = -1
  end do
  do i = 1, 0, 3
    x(i) = 0
  end do
  print '(3i6, f10.3)', last, bound, i, sum(x)
  do i = n, 1, -4
    x(i) = x(max(i - 1, 1)) + i
    last = i
  end do
  print '(2i6, f10.3)', last, i, sum(x)
  do w = huge(w) - 3, huge(w) - 1
    x(int(w - huge(w) + 5)) = real(huge(w) - w, 8)
  end do
  print '(5f6.1)', x(1:5)
  do i = huge(i) - 6, huge(i) - 1
    x(i - huge(i) + 8) = x(i - huge(i) + 7) + 1
  end do
  print '(8f7.1)', x(1:8)
  ! Conditions, early ends, components, columns.
  do i = 1, n
    mask(i) = k(i) > 4
    if (mask(i)) then
      p(i) = r(i)
    else
      p(i) = -1
    end if
  end do
  do i = 2, n
    if (mask(i)) cycle
    p(i) = p(i - 1) + 1
  end do
  do i = 1, n
    if (p(i) > 20) exit
    r(i) = p(i)
  end do
  print '(i4, 2f12.4, l3)', i, sum(p), sum(r), any(mask)
  do i = 1, n
    pt(i)%v = [i, i + 1, i + 2]
    pt(i)%tag = i
  end do
  do i = 2, n
    pt(i)%v = pt(i)%v + pt(i - 1)%v*0.5d0
    pt(i)%v(1) = pt(i - 1)%v(3) - pt(i)%tag
    pt(i - 1)%tag = pt(i)%tag
  end do
  print '(3f12.5, i4)', pt(n)%v, pt(n - 1)%tag
  u = 1
  do j = 2, n
    do i = 1, 4
      u(i, j) = u(i, j - 1) + u(i, j)*i
    end do
    do i = 2, 4
      u(i, j) = u(i - 1, j) + 1
    end do
  end do
  print '(4f10.2)', u(:, n)
end program
!>   1   56.000000   54.000000  814.000000
!>   2   54.000183   52.000244  763.999573
!>   3   52.007812   50.009766  719.970703
!>   4   50.054688   48.062500  681.710938
!>   5   48.187500   46.218750  648.750000
!>   6   46.437500   44.500000  620.437500
!>   7   44.812500   42.875000  596.062500
!>   8   43.375000   41.500000  575.125000
!>     -242    -243    -177    -242    -183    -176    -230    -241    -232    -182
!>     -164    -175    -216    -229    -211    -226    -213    -172    -161    -179
!>     -229    -238    -227    -173    -180    -239    -174    -240    -239
!>      -11       3     -12       6     -19       9     -11       1     -25       4
!>      -18       7     -58      10     -10       2     -55       5     -15       8
!>      -22       0      -8       3     -16       6      -9       9      -8
!>    29.000  435.000   56.000  814.000
!>     2.0000   92.0000
!>     0.5000   64.0000
!>          127          16           8
!>          161          22           8
!>    18.6250   21.4375  473.2500
!>   473.2500
!>       4.391500      4.357615    135.967538
!>     30     3    30   274.500
!>     30     3     1   274.500
!>      1    -3   391.500
!>    4.0   3.0   2.0   1.0   8.0
!>     4.0    5.0    6.0    7.0    8.0    9.0   10.0    6.0
!>   12    795.6771    807.6768  T
!>     29.00000    58.00000    60.00000  29
!>      29.00     30.00     31.00     32.00
