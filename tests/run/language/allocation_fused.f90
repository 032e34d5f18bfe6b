! Neighbouring statements on allocatables run as one loop; what they mean stays: new shapes, a target that is read through
! a pointer, sources of other shapes, the order of assignments.
program allocation_fused
  implicit none
  real(8), allocatable :: a(:), b(:), c(:), d(:)
  real(8), allocatable, target :: t(:)
  real(8), pointer :: p(:)
  integer, allocatable :: i(:, :), j(:, :), k(:, :)
  integer :: n, q
  do n = 3, 5
    a = [(real(n, 8), q=1, n)]
    b = a * 2
    c = b + a
    d = c(2:)
    a = a + 1
    b = d
    print '(4(i2, 2f7.2))', size(a), a(1), sum(a), size(b), b(1), sum(b), size(c), c(n), sum(c), size(d), d(1), sum(d)
  end do
  ! The pointer reads the old target while the statement before it is computed.
  allocate (t(4))
  t = [1, 2, 3, 4]
  p => t
  c = p + 1
  t = c * 2
  print '(4f6.1)', c, t
  c = t
  t = [c, c]
  d = t - 1
  print '(2i3, 8f6.1)', size(t), size(d), d
  i = reshape([1, 2, 3, 4, 5, 6], [2, 3])
  j = i * 10
  k = j + i
  j = transpose(k)
  i = j
  print '(2i3, 6i4)', shape(i), i
  print '(2i3, 6i4)', shape(k), k
  call grow(4)
  call grow(7)
contains
  subroutine grow(m)
    integer, intent(in) :: m
    integer :: l
    a = [(l, l=1, m)]
    b = a
    c = a + b
    a = c(1:m - 1)
    b = a + c(2:)
    d = b * a
    print '(4i3, 8f7.1)', size(a), size(b), size(c), size(d), sum(a), sum(b), sum(c), sum(d)
  end subroutine
end program
!>  3   4.00  12.00 2   9.00  18.00 3   9.00  27.00 2   9.00  18.00
!>  4   5.00  20.00 3  12.00  36.00 4  12.00  48.00 3  12.00  36.00
!>  5   6.00  30.00 4  15.00  60.00 5  15.00  75.00 4  15.00  60.00
!>    2.0   3.0   4.0   5.0
!>    4.0   6.0   8.0  10.0
!>   8  8   3.0   5.0   7.0   9.0   3.0   5.0   7.0   9.0
!>   3  2  11  33  55  22  44  66
!>   2  3  11  22  33  44  55  66
!>   3  3  4  3   12.0   30.0   20.0  136.0
!>   6  6  7  6   42.0   96.0   56.0  812.0
