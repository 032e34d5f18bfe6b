! options: -O3
! Complex numbers at several distances from each other in one loop, under the mask of what is left over: loads of neighbours
! have parts of the mask of their own. The same sums in steps of one are compared.
module kernels
  implicit none
contains
  subroutine wide(n, w, z, c)
    integer, intent(in) :: n, w(4:103)
    complex(8), intent(in) :: z(4:107)
    complex(8), intent(inout) :: c(4:103)
    integer :: i
    do i = 4, n
      c(i) = w(i) * (z(i) + 2 * z(i + 4) + 3 * z(i + 1))
    end do
  end subroutine
  subroutine twos(n, z, c)
    integer, intent(in) :: n
    complex(8), intent(in) :: z(2:107)
    complex(8), intent(inout) :: c(2:103)
    integer :: i
    do i = 2, n
      c(i) = z(i) + 2 * z(i + 2) + 3 * conjg(z(i + 1))
    end do
  end subroutine
  subroutine short(n, w, z, c)
    integer, intent(in) :: n, w(2:103)
    complex, intent(in) :: z(2:107)
    complex, intent(inout) :: c(2:103)
    integer :: i
    do i = 2, n
      c(i) = w(i) * (z(i) + 2 * z(i + 2) + 3 * z(i + 4))
    end do
  end subroutine
end module
program neighbours
  use kernels
  implicit none
  complex(8) :: z(110), c(102)
  complex :: u(110), v(102)
  integer :: w(102), i, n, wrong
  z = [(cmplx(i * i, 7 * i, 8), i = 1, 110)]
  u = [(cmplx(i * i, 7 * i), i = 1, 110)]
  w = [(mod(i, 5) - 1, i = 1, 102)]
  wrong = 0
  do n = 1, 96
    c = -1
    call wide(n + 3, w, z, c)
    do i = 1, 100
      if (i <= n) then
        if (c(i) /= w(i) * (z(i) + 2 * z(i + 4) + 3 * z(i + 1))) wrong = wrong + 1
      else
        if (c(i) /= -1) wrong = wrong + 1
      end if
    end do
    if (mod(n, 32) == 30) print '(a, i3, 2f12.1)', 'wide', n, sum(c)
    c = -1
    call twos(n + 1, z, c)
    do i = 1, 100
      if (i <= n) then
        if (c(i) /= z(i) + 2 * z(i + 2) + 3 * conjg(z(i + 1))) wrong = wrong + 1
      else
        if (c(i) /= -1) wrong = wrong + 1
      end if
    end do
    if (mod(n, 32) == 30) print '(a, i3, 2f12.1)', 'twos', n, sum(c)
    v = -1
    call short(n + 1, w, u, v)
    do i = 1, 100
      if (i <= n) then
        if (v(i) /= w(i) * (u(i) + 2 * u(i + 2) + 3 * u(i + 4))) wrong = wrong + 1
      else
        if (v(i) /= -1) wrong = wrong + 1
      end if
    end do
    if (mod(n, 32) == 30) print '(a, i3, 2f12.1)', 'short', n, sum(v)
  end do
  print *, 'wrong', wrong
end program
!> wide 30     67578.0     21840.0
!> twos 30     63498.0       210.0
!> short 30     72858.0     22890.0
!> wide 62    508923.0     84161.0
!> twos 62    516234.0       434.0
!> short 62    529124.0     86296.0
!> wide 94   1900692.0    202902.0
!> twos 94   1751306.0       658.0
!> short 94   1949258.0    206262.0
!>  wrong           0
