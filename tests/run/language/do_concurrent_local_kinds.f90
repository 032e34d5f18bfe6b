! Local variables of DO CONCURRENT of every kind begin anew in each iteration.
program p
  implicit none
  integer, parameter :: n = 4000
  integer :: i, j
  real :: w(6000), r(n)
  type t
    integer, allocatable :: v(:)
    integer :: k = 3
  end type
  type(t) :: o
  character(len=5) :: c
  real, target :: tg(4)
  real, pointer :: q(:)
  tg = 1
  q => tg
  c = 'abcde'
  do concurrent (i = 1:n) local(w, j)
    do j = 1, 6000
      w(j) = real(i)
    end do
    r(i) = sum(w) / 6000
  end do
  print *, all(r == [(real(i), i = 1, n)])
  w = 7
  do concurrent (i = 1:n) local_init(w)
    w(1) = w(1) + i
    r(i) = w(1)
  end do
  print *, all(r == [(real(i + 7), i = 1, n)]), w(1)
  allocate (o%v(3))
  o%v = 5
  o%k = 9
  do concurrent (i = 1:n) local_init(o, c, q)
    o%v(1) = o%v(1) + i
    c(1:1) = 'x'
    r(i) = o%v(1) + q(1)
  end do
  print *, all(r == [(real(i + 6), i = 1, n)]), o%v, c
  do concurrent (i = 1:n) local(o, q)
    allocate (o%v(2))
    o%v = i
    r(i) = sum(o%v)
  end do
  print *, all(r == [(real(2*i), i = 1, n)]), o%v, c
  o%k = 1
  do concurrent (i = 1:n) local(o)
    r(i) = o%k + i
    o%k = 7
    if (i < 3) cycle
    o%v = [i]
  end do
  print *, all(r == [(real(i + 3), i = 1, n)]), o%k, o%v
  call s(r, 3)
contains
  subroutine s(a, m)
    integer, intent(in) :: m
    real :: a(:)
    real :: b(m)
    character(len=m) :: d(2)
    integer :: i
    b = 1
    d = 'qqq'
    do concurrent (i = 1:n) local_init(b, d)
      b(2) = b(2) + i
      d(1)(2:2) = 'z'
      a(i) = sum(b)
      if (d(1) /= 'qzq') a(i) = -1
    end do
    print *, all(a(1:n) == [(real(i + m), i = 1, n)]), b, d
  end subroutine
end program
!>  T
!>  T   7.00000000
!>  T           5           5           5 abcde
!>  T           5           5           5 abcde
!>  T           1           5           5           5
!>  T   1.00000000       1.00000000       1.00000000     qqqqqq
