! Assumed-shape dummies that have gaps, and such that have none: loops of all kinds.
module dummies
  implicit none
  type pair
    real(8) :: x
    integer :: k
  end type
contains
  real(8) function total(a) result(s)
    real(8), intent(in) :: a(:)
    integer :: i
    s = 0
    do i = 1, size(a)
      s = s + i * a(i)
    end do
  end function
  recursive subroutine sort(a, lo, hi)
    integer, intent(inout) :: a(:)
    integer, intent(in) :: lo, hi
    integer :: i, j, p, t
    if (lo >= hi) return
    p = a((lo + hi) / 2)
    i = lo
    j = hi
    do
      do while (a(i) < p)
        i = i + 1
      end do
      do while (a(j) > p)
        j = j - 1
      end do
      if (i <= j) then
        t = a(i)
        a(i) = a(j)
        a(j) = t
        i = i + 1
        j = j - 1
      end if
      if (i > j) exit
    end do
    call sort(a, lo, j)
    call sort(a, i, hi)
  end subroutine
  subroutine product(a, b, c)
    real(8), intent(in) :: a(:, :), b(:, :)
    real(8), intent(inout) :: c(:, :)
    integer :: i, j, k
    do j = 1, size(c, 2)
      do i = 1, size(c, 1)
        c(i, j) = 0
        do k = 1, size(a, 2)
          c(i, j) = c(i, j) + a(i, k) * b(k, j)
        end do
      end do
    end do
  end subroutine
  subroutine count_below(a, limit, n)
    integer, intent(in) :: a(0:), limit
    integer, intent(out) :: n
    integer :: i
    n = 0
    do i = 0, ubound(a, 1)
      if (a(i) < limit) n = n + 1
    end do
  end subroutine
  integer function first_of(a, x) result(at)
    type(pair), intent(in) :: a(:)
    integer, intent(in) :: x
    do at = 1, size(a)
      if (a(at)%k == x) return
    end do
    at = -1
  end function
  subroutine shift(a, b)
    real(8), intent(inout) :: a(:)
    real(8), intent(in), optional :: b(:)
    integer :: i
    i = 1
    do while (i < size(a))
      a(i) = a(i + 1)
      if (present(b)) a(i) = a(i) + b(i)
      i = i + 1
    end do
  end subroutine
end module
program main
  use dummies
  implicit none
  real(8) :: x(12), m(4, 4), c(4, 4), d(2, 2)
  integer :: k(20), i, n
  type(pair) :: p(10)
  do i = 1, 12
    x(i) = i * i
  end do
  print *, total(x), total(x(::3)), total(x(12:1:-1)), total(x(5:4)), total(x(7:7:2))
  do i = 1, 20
    k(i) = mod(i * 7, 20)
  end do
  call sort(k(1:19:2), 1, 10)
  print *, k
  call sort(k, 1, 20)
  print *, k
  call sort(k(20:1:-1), 1, 20)
  print *, k
  do i = 1, 4
    m(:, i) = [1, 2, 3, 4] * i
  end do
  call product(m, m, c)
  print *, c
  c = -1
  call product(m(1:3:2, :), m(:, 2:4:2), c(2:4:2, 1:2))
  print *, c
  call product(m(1:2, 1:2), m(3:4, 3:4), d)
  print *, d
  call product(m(1:1, :), m(:, 1:1), c(1:1, 1:1))
  print *, c(1, 1)
  call count_below(k, 10, n)
  print *, n
  call count_below(k(1::4), 10, n)
  print *, n
  do i = 1, 10
    p(i) = pair(i, 11 - i)
  end do
  print *, first_of(p, 3), first_of(p(2::3), 3), first_of(p, 30), total(p%x), total(p(2:8:2)%x)
  call shift(x)
  print *, x
  call shift(x(1::2), x(2::2))
  print *, x
  call shift(x(1:5), x(6:10))
  print *, x
end program
!>    6084.0000000000000        580.00000000000000        2366.0000000000000        0.0000000000000000        49.000000000000000
!>            1          14           3           8           5           2           7          16           9          10          11           4          13          18          15          12          17           6          19           0
!>            0           1           2           3           4           5           6           7           8           9          10          11          12          13          14          15          16          17          18          19
!>           19          18          17          16          15          14          13          12          11          10           9           8           7           6           5           4           3           2           1           0
!>    30.000000000000000        60.000000000000000        90.000000000000000        120.00000000000000        60.000000000000000        120.00000000000000        180.00000000000000        240.00000000000000        90.000000000000000        180.00000000000000        270.00000000000000        360.00000000000000        120.00000000000000        240.00000000000000        360.00000000000000        480.00000000000000
!>   -1.0000000000000000        60.000000000000000       -1.0000000000000000        180.00000000000000       -1.0000000000000000        120.00000000000000       -1.0000000000000000        360.00000000000000       -1.0000000000000000       -1.0000000000000000       -1.0000000000000000       -1.0000000000000000       -1.0000000000000000       -1.0000000000000000       -1.0000000000000000       -1.0000000000000000
!>    33.000000000000000        66.000000000000000        44.000000000000000        88.000000000000000
!>    30.000000000000000
!>           10
!>            2
!>            8           3          -1   385.00000000000000        60.000000000000000
!>    4.0000000000000000        9.0000000000000000        16.000000000000000        25.000000000000000        36.000000000000000        49.000000000000000        64.000000000000000        81.000000000000000        100.00000000000000        121.00000000000000        144.00000000000000        144.00000000000000
!>    25.000000000000000        9.0000000000000000        61.000000000000000        25.000000000000000        113.00000000000000        49.000000000000000        181.00000000000000        81.000000000000000        265.00000000000000        121.00000000000000        144.00000000000000        144.00000000000000
!>    58.000000000000000        242.00000000000000        106.00000000000000        378.00000000000000        113.00000000000000        49.000000000000000        181.00000000000000        81.000000000000000        265.00000000000000        121.00000000000000        144.00000000000000        144.00000000000000
