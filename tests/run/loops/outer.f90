! options: -O3
! Loops with loops in them, of which several iterations run together: the inner ones carry something, end at different times for
! different iterations of the outer one, or are short. Every size is run, so that some have a rest and some only that.
module kernels
  implicit none
contains
  subroutine escape(n, c, count)
    integer, intent(in) :: n
    real(8), intent(in) :: c(n)
    integer, intent(out) :: count(n)
    integer :: i, k
    real(8) :: x, y, xx, yy
    do i = 1, n
      x = 0; y = 0
      k = 0
      do while (k < 50)
        xx = x*x; yy = y*y
        if (xx + yy > 4) exit
        y = 2*x*y + 0.25d0
        x = xx - yy + c(i)
        k = k + 1
      end do
      count(i) = k
    end do
  end subroutine
  ! What the variable of the loop is after it, and the value at which an iteration left.
  subroutine leave(n, x, at, last)
    integer, intent(in) :: n
    real, intent(in) :: x(n)
    integer, intent(out) :: at(n)
    real, intent(out) :: last(n)
    integer :: i, k
    real :: s
    do i = 1, n
      s = x(i)
      do k = 1, 20
        if (s > 100) exit
        s = s + s
      end do
      at(i) = k
      last(i) = s
    end do
  end subroutine
  subroutine flagged(n, x, found)
    integer, intent(in) :: n, x(n)
    integer, intent(out) :: found(n)
    integer :: i, k, s
    do i = 1, n
      s = x(i)
      found(i) = -1
      do k = 1, 9
        s = ieor(2*s, k)
        if (iand(s, 7) == 3) then
          found(i) = 10*k
          exit
        end if
      end do
    end do
  end subroutine
  ! Products with rows of a matrix; the sums are in the order of the columns.
  subroutine rows(n, m, a, x, y)
    integer, intent(in) :: n, m
    real(8), intent(in) :: a(n, m), x(m)
    real(8), intent(out) :: y(n)
    integer :: i, j
    real(8) :: s
    do i = 1, n
      s = 0
      do j = 1, m
        s = s + a(i, j)*x(j)
      end do
      y(i) = s
    end do
  end subroutine
  subroutine polynomial(n, m, c, x, y)
    integer, intent(in) :: n, m
    real(8), intent(in) :: c(m), x(n)
    real(8), intent(out) :: y(n)
    integer :: i, k
    do i = 1, n
      y(i) = c(m)
      do k = m - 1, 1, -1
        y(i) = y(i)*x(i) + c(k)
      end do
    end do
  end subroutine
  ! The inner loop reads what the one before stored, in the same row.
  subroutine sweep(n, m, a, b)
    integer, intent(in) :: n, m
    real(8), intent(inout) :: a(n, m)
    real(8), intent(in) :: b(n, m)
    integer :: i, k
    do i = 1, n
      do k = 2, m
        if (b(i, k) > 0) then
          a(i, k) = a(i, k - 1)/2 + b(i, k)
        else
          a(i, k) = a(i, k - 1) - 1
        end if
      end do
    end do
  end subroutine
  ! An iteration needs the one before.
  subroutine chained(n, m, a)
    integer, intent(in) :: n, m
    integer, intent(inout) :: a(n, m)
    integer :: i, k
    do i = 2, n
      do k = 1, m
        a(i, k) = a(i, k) + a(i - 1, m + 1 - k)
      end do
    end do
  end subroutine
end module
program outer
  use kernels
  implicit none
  integer, parameter :: most = 23, m = 7
  real(8) :: c(most), a(most, m), b(most, m), x(m), y(most)
  real :: r(most), last(most)
  integer :: n, i, j, count(most), k(most), at(most), found(most), q(most*m), bad
  bad = 0
  do n = 0, most
    c = [(-2 + i*0.125d0, i = 1, most)]
    r = [(0.5*i - 3, i = 1, most)]
    k = [(i*i, i = 1, most)]
    a = reshape([(mod(i*7, 13)*1d0, i = 1, most*m)], [most, m])
    b = reshape([(mod(i*5, 11) - 4d0, i = 1, most*m)], [most, m])
    x = [(i*1d0, i = 1, m)]
    count = 0; at = 0; found = 0; last = 0; y = 0
    call escape(n, c, count)
    call leave(n, r, at, last)
    call flagged(n, k, found)
    do i = 1, n
      if (count(i) /= escape_of(c(i))) bad = bad + 1
      if (at(i) /= leave_of(r(i))) bad = bad + 1
    end do
    if (mod(n, 6) == 5) then
      print '(a, i0, 4(1x, i0), 1x, f0.1)', 'n = ', n, sum(count), sum(at), sum(found), count(n), sum(last)
    end if
    call rows(n, m, a(1:n, :), x, y)
    if (n > 0) then
      if (any(y(:n) /= matmul(a(:n, :), x))) bad = bad + 1
    end if
    call polynomial(n, m, x, c, y)
    do i = 1, n
      if (y(i) /= ((((((7*c(i) + 6)*c(i) + 5)*c(i) + 4)*c(i) + 3)*c(i) + 2)*c(i) + 1)) bad = bad + 1
    end do
  end do
  call sweep(most, m, a, b)
  print '(a, 2(1x, f0.4))', 'sweep', sum(a), a(most, m)
  q = [(mod(i, 5), i = 1, most*m)]
  call chained(most, m, q)
  print '(a, 3(1x, i0))', 'chained', q(most), q(2*most), q(most*m)
  print '(a, i0)', 'bad: ', bad
contains
  integer function escape_of(c) result(k)
    real(8), intent(in) :: c
    real(8), volatile :: x, y
    real(8) :: z
    x = 0; y = 0
    k = 0
    do while (k < 50)
      if (x*x + y*y > 4) exit
      z = x*x - y*y + c
      y = 2*x*y + 0.25d0
      x = z
      k = k + 1
    end do
  end function
  integer function leave_of(x) result(k)
    real, intent(in) :: x
    real, volatile :: s
    s = x
    do k = 1, 20
      if (s > 100) exit
      s = s + s
    end do
  end function
end program
!> n = 5 23 105 90 6 -7864320.0
!> n = 11 219 165 210 50 -7863584.0
!> n = 17 519 202 330 50 -7862672.0
!> n = 23 634 233 450 3 -7861880.0
!> sweep 934.1875 6.8750
!> chained 44 47 47
!> bad: 0
