! offload: default
! Statements that only the host can run stand between kernels of one target region: the region is a device's all the same.
module work
  implicit none
  integer :: calls = 0
  type :: shape
    real :: side = 1.0
  contains
    procedure :: area => area_of_shape
  end type
  type, extends(shape) :: disc
  contains
    procedure :: area => area_of_disc
  end type
contains
  recursive integer function fib(n) result(r)
    integer, intent(in) :: n
    calls = calls + 1
    if (n < 2) then
      r = n
    else
      r = fib(n - 1) + fib(n - 2)
    end if
  end function

  subroutine show(x)
    real, intent(inout) :: x(:)
    character(len=20) :: line
    write (line, '(f7.1)') sum(x)
    write (*, '(2a)') 'sum', trim(line)
    x(1) = x(1) + 100
  end subroutine

  function made(n) result(f)
    integer, intent(in) :: n
    real :: f(n)
    integer :: k
    do k = 1, n
      f(k) = real(k * calls)
    end do
  end function

  real function area_of_shape(this)
    class(shape), intent(in) :: this
    area_of_shape = this%side**2
  end function

  real function area_of_disc(this)
    class(disc), intent(in) :: this
    area_of_disc = 3 * this%side**2
  end function
end module

program target_host_statements
  use omp_lib
  use work
  implicit none
  integer, parameter :: n = 200
  real :: a(n), b(n), s
  real, allocatable :: al(:)
  integer :: i, k
  class(shape), allocatable :: o

  ! Transfers, in the order of the text, of what the device has.
  a = 1
  b = -1
  k = 0
  !$omp target map(tofrom: a, k) map(from: b)
  a = a + 1
  s = sum(a)
  if (s > 300) write (*, '(a,f7.1)') 'large', s
  b = a * s
  write (*, '(a,3f7.1)') 'some', b(:n:99)
  k = fib(7)
  do i = 1, 3
    a = a + i
    if (mod(i, 2) == 1) write (*, '(a,i0,f5.1)') 'i=', i, a(n)
  end do
  !$omp end target
  write (*, '(a,3f7.1,2i5)') 'after', a(1), b(n), s, k, calls

  ! What the map says holds for what the host does in between.
  !$omp target map(to: a)
  a = a * 2
  call show(a)
  a = a + 1
  write (*, '(a,2f7.1)') 'device', a(1), a(2)
  !$omp end target
  a = 8

  ! Data that is there already.
  !$omp target data map(tofrom: a)
  !$omp target
  a = a + 1
  call show(a)
  !$omp end target
  !$omp end target data
  write (*, '(a,2f7.1)') 'data', a(1), a(2)

  ! Allocation, of a variable from outside and of one of the region.
  !$omp target map(tofrom: al, b)
  al = made(4)
  al = al * 2
  al = [al, 7.0]
  al = al + 1
  block
    real, allocatable :: t(:)
    allocate (t(n))
    t = al(2)
    b = t + b
    t = [1.0, 2.0]
    b(1) = sum(t)
  end block
  !$omp end target
  write (*, '(a,5f7.1,i3)') 'al', al, size(al)
  write (*, '(a,2f7.1)') 'b', b(1), b(2)

  ! Local storage that both use.
  !$omp target map(from: b)
  block
    real :: w(n), x
    integer :: j
    do j = 1, n
      w(j) = j
    end do
    w = w + 1
    call show(w)
    b = w
    x = b(1)
    call twice(x)
    b(2) = x
  end block
  !$omp end target
  write (*, '(a,3f7.1)') 'w', b(1), b(2), b(n)

  ! Dispatch, and a construct as a whole.
  allocate (disc :: o)
  o%side = 2
  s = 0
  !$omp target map(tofrom: s, b) map(to: o)
  b = 2
  s = o%area() + sum(b)
  !$omp parallel do reduction(+: s)
  do i = 1, 10
    s = s + fib(i)
  end do
  b = b + s
  !$omp end target
  write (*, '(a,2f8.1)') 'area', s, b(n)

  ! The region is the device's.
  !$omp target map(from: b)
  b = 1
  if (omp_get_num_devices() > 0 .and. omp_is_initial_device()) print *, 'not on the device'
  !$omp end target
  print '(f4.1)', b(n)
contains
  recursive subroutine twice(y)
    real, intent(inout) :: y
    y = 2 * y
    if (y < 10) call twice(y)
  end subroutine
end program
!> large  400.0
!> some  800.0  800.0  800.0
!> i=1  3.0
!> i=3  8.0
!> after    8.0  800.0    0.0   13   41
!> sum 3200.0
!> device  117.0   17.0
!> sum 1800.0
!> data  109.0    9.0
!> al   83.0  165.0  247.0  329.0    8.0  5
!> b    3.0  965.0
!> sum20300.0
!> w  102.0  204.0  201.0
!> area   555.0   557.0
!>  1.0
