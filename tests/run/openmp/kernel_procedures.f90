! regions: on the device
! Threads of kernels call dummy procedures, type-bound ones, and such with labels, alternate returns and absent arguments.
module called_procedures
  implicit none
  abstract interface
    real function function_of_one(x)
      real, intent(in) :: x
    end function
  end interface
  type :: shape
    real :: x = 2
  contains
    procedure :: area => shape_area
    procedure :: twice
  end type
  type, extends(shape) :: ring
    real :: y = 3
  contains
    procedure :: area => ring_area
  end type
contains
  real function square(x)
    real, intent(in) :: x
    square = x * x
  end function
  real function half(x)
    real, intent(in) :: x
    half = x / 2
  end function
  real function summed(f, n) result(r)
    procedure(function_of_one) :: f
    integer, intent(in) :: n
    integer :: i
    r = 0
    do i = 1, n
      r = r + f(real(i))
    end do
  end function
  real function passed_on(f, n) result(r)
    procedure(function_of_one) :: f
    integer, intent(in) :: n
    r = summed(f, n) + 1
  end function
  real function shape_area(this, k)
    class(shape), intent(in) :: this
    integer, intent(in) :: k
    shape_area = this%x * k
  end function
  real function ring_area(this, k)
    class(ring), intent(in) :: this
    integer, intent(in) :: k
    ring_area = this%y + this%x * k
  end function
  real function twice(this, k)
    class(shape), intent(in) :: this
    integer, intent(in) :: k
    twice = 2 * this%area(k)
  end function
  integer function found(a, n, v) result(r)
    integer, intent(in) :: n, v, a(n)
    integer :: i
    r = 0
    do i = 1, n
      if (a(i) == v) then
        r = i
        return
      end if
      if (a(i) > 60) return
    end do
    r = -1
  end function
  integer function labels(k) result(r)
    integer, intent(in) :: k
    integer :: i
    r = k
10  r = r / 2
    if (r > 3) goto 10
    do i = 1, 5
      if (i == k) goto 20
      r = r + 10
      if (r > 45) then
        r = r + i
        goto 30
      end if
    end do
    r = r + 100
    return
20  r = -r
30  r = r - 1
  end function
  subroutine other_returns(k, r, *, *)
    integer, intent(in) :: k
    integer, intent(out) :: r
    r = k
    if (k == 1) return 1
    if (k == 2) return 2
  end subroutine
  subroutine scaled(x, y, k)
    real, intent(out) :: x
    real, optional, intent(in) :: y
    integer, optional, intent(in) :: k
    x = 1
    if (present(y)) x = x + y
    if (present(k)) x = x * k
  end subroutine
end module
program kernel_procedures
  use called_procedures
  implicit none
  integer :: i, a(10), f(10), l(10)
  real :: s(10), p(10), o(10), q(10), t(10), x(10), z(10)
  type(shape) :: one
  type(ring) :: two
  a = [(i * i, i = 1, 10)]
  !$omp target teams distribute parallel do map(from: s, p)
  do i = 1, 10
    s(i) = summed(square, i)
    p(i) = passed_on(half, i)
  end do
  !$omp target teams distribute parallel do map(from: o, q, t) map(to: one, two)
  do i = 1, 10
    o(i) = one%area(i)
    q(i) = two%area(i)
    t(i) = two%twice(i) + one%twice(1)
  end do
  !$omp target teams distribute parallel do map(from: f, l) map(to: a)
  do i = 1, 10
    f(i) = found(a, 10, i)
    l(i) = labels(i)
  end do
  !$omp target teams distribute parallel do map(from: x, z)
  do i = 1, 10
    call scaled(x(i), k=i)
    call scaled(z(i), real(i))
    if (mod(i, 2) == 0) call scaled(z(i))
  end do
  print '(10f7.1)', s, p, o, q, t, x, z
  print '(10i5)', f, l
end program
!>     1.0    5.0   14.0   30.0   55.0   91.0  140.0  204.0  285.0  385.0
!>     1.5    2.5    4.0    6.0    8.5   11.5   15.0   19.0   23.5   28.5
!>     2.0    4.0    6.0    8.0   10.0   12.0   14.0   16.0   18.0   20.0
!>     5.0    7.0    9.0   11.0   13.0   15.0   17.0   19.0   21.0   23.0
!>    14.0   18.0   22.0   26.0   30.0   34.0   38.0   42.0   46.0   50.0
!>     1.0    2.0    3.0    4.0    5.0    6.0    7.0    8.0    9.0   10.0
!>     2.0    1.0    4.0    1.0    6.0    1.0    8.0    1.0   10.0    1.0
!>     1    0    0    2    0    0    0    0    3    0
!>    -1  -12  -22  -33  -43   57   57   56   56   56
