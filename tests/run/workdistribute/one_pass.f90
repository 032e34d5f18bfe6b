! Statements whose loops and reductions are one pass over the data: reductions of the same array, those of what the statement
! before has computed, with scalars between them, along a dimension, of arrays of no element, of long and short rows.
module passes
  implicit none
  type pair
    real, allocatable :: u(:), v(:)
  end type pair
contains
  subroutine statistics(x, s1, s2, hi, lo, n)
    real, intent(in) :: x(:)
    real, intent(out) :: s1, s2, hi, lo
    integer, intent(out) :: n
    !$omp target teams workdistribute map(from: s1, s2, hi, lo, n)
    s1 = sum(x)
    s2 = sum(x*x)
    hi = maxval(x)
    lo = minval(x)
    n = count(x > 2.0)
    !$omp end target teams workdistribute
  end subroutine statistics

  subroutine made(x, y, z, s, t)
    real, intent(inout) :: x(:)
    real, intent(in) :: y(:), z(:)
    real, intent(inout) :: s, t
    !$omp target teams workdistribute map(tofrom: s, t)
    x = y + z
    s = sum(x)
    t = t + dot_product(x, y)
    !$omp end target teams workdistribute
  end subroutine made

  ! The reduction is of the old elements, the assignment behind it changes them; then of the new ones.
  subroutine around(x, s, t)
    real, intent(inout) :: x(:, :)
    real, intent(out) :: s, t
    !$omp target teams workdistribute map(from: s, t)
    s = sum(x)
    x = x + 1.0
    t = sum(x)
    !$omp end target teams workdistribute
  end subroutine around

  ! What a statement in between needs or changes keeps its place.
  subroutine ordered(x, y, s, t)
    real, intent(inout) :: x(:), y(:)
    real, intent(inout) :: s, t
    !$omp target teams workdistribute map(tofrom: s, t)
    s = sum(x)
    y = x + s
    t = sum(y)
    s = s + x(1)
    x = y - t
    x(2) = s
    t = t + sum(x)
    !$omp end target teams workdistribute
  end subroutine ordered

  subroutine rows(a, b, c, d)
    real, intent(in) :: a(:, :)
    real, intent(out) :: b(:), c(:), d(:)
    !$omp target teams workdistribute
    b = sum(a, 1)
    c = maxval(a, 1)
    d = sum(a*a, 1)
    !$omp end target teams workdistribute
  end subroutine rows

  subroutine parts(o)
    type(pair), intent(inout) :: o
    !$omp target teams workdistribute map(tofrom: o)
    o%v = o%u*2
    o%u = o%v + o%u
    !$omp end target teams workdistribute
  end subroutine parts

  ! The same on the host, where no region is.
  subroutine host(x, y, s1, s2, hi)
    real(8), intent(in) :: x(:, :)
    real(8), intent(out) :: y(:, :), s1, s2, hi
    y = 2*x
    s1 = sum(y)
    s2 = sum(y*x)
    hi = maxval(y)
  end subroutine host
end module passes

program one_pass
  use passes
  implicit none
  integer, parameter :: sizes(6) = [0, 1, 7, 1024, 5000, 40000]
  integer :: i, k, n, m
  real, allocatable :: x(:), y(:), z(:), a(:, :), b(:), c(:), d(:)
  real(8), allocatable :: p(:, :), q(:, :)
  real :: s1, s2, hi, lo, s, t
  real(8) :: r1, r2, r3
  type(pair) :: o
  do k = 1, size(sizes)
    n = sizes(k)
    x = [(real(mod(i*7, 11) - 3), i=1, n)]
    y = [(real(mod(i*5, 7)), i=1, n)]
    z = [(real(mod(i, 3)), i=1, n)]
    call statistics(x, s1, s2, hi, lo, m)
    if (n == 0) then
      print '(2f12.1, 2l2, i8)', s1, s2, hi < -1e30, lo > 1e30, m
    else
      print '(4f12.1, i8)', s1, s2, hi, lo, m
    end if
    t = 5
    call made(x, y, z, s, t)
    print '(3f12.1)', s, t, sum(abs(x - y - z))
    if (n > 1 .and. n < 1000) then
      call ordered(x, y, s, t)
      print '(4f12.1)', s, t, sum(x), sum(y)
    end if
  end do
  do k = 1, 3
    n = merge(0, merge(5, 3000, k == 2), k == 1)
    a = reshape([(real(mod(i, 5)), i=1, n*4)], [n, 4])
    call around(a, s, t)
    print '(3f12.1)', s, t, sum(a)
    allocate (b(4), c(4), d(4))
    call rows(a, b, c, d)
    if (n > 0) print '(12f9.0)', b, c, d
    deallocate (b, c, d)
    p = reshape([(real(mod(i, 5), 8), i=1, n*4)], [n, 4])
    allocate (q(n, 4))
    call host(p, q, r1, r2, r3)
    if (n > 0) print '(3f12.1)', r1, r2, r3
    deallocate (q)
  end do
  o%u = [1.0, 2.0, 3.0]
  o%v = [9.0]
  call parts(o)
  print '(6f6.1)', o%u, o%v
end program one_pass
!>          0.0         0.0 T T       0
!>          0.0         5.0         0.0
!>          4.0        16.0         4.0         4.0       1
!>          6.0        35.0         0.0
!>         21.0       115.0         7.0        -1.0       4
!>         28.0       121.0         0.0
!>         34.0      -895.0     -1119.0       224.0
!>       2050.0     14338.0         7.0        -3.0     466
!>       4098.0     16402.0         0.0
!>      10007.0     70027.0         7.0        -3.0    2274
!>      20003.0     80018.0         0.0
!>      80006.0    560018.0         7.0        -3.0   18183
!>     160002.0    640018.0         0.0
!>          0.0         0.0         0.0
!>         40.0        60.0        60.0
!>       15.      15.      15.      15.       5.       5.       5.       5.      55.      55.      55.      55.
!>         80.0       240.0         8.0
!>      24000.0     36000.0     36000.0
!>     9000.    9000.    9000.    9000.       5.       5.       5.       5.   33000.   33000.   33000.   33000.
!>      48000.0    144000.0         8.0
!>    3.0   6.0   9.0   2.0   4.0   6.0
