! Scans whose loops are cut into blocks, and those that are left in order.
program scan_blocks
  integer, parameter :: n = 20003
  integer :: i, j, s, x
  real(8) :: q, mx
  complex :: z
  integer, allocatable :: a(:), b(:), c(:)
  real(8), allocatable :: r(:), m(:)
  complex, allocatable :: zz(:)
  allocate(a(n), b(n), c(n), r(n), m(n), zz(n))
  a = [(mod(i*7,13)-6, i=1,n)]
  s = 5; x = 3
  !$omp parallel do reduction(inscan, +:s, x)
  do i = n, 1, -1
    s = s + a(i)
    if (a(i) > 0) then
      x = x + 2
    else
      x = x - 1
    end if
    !$omp scan inclusive(s, x)
    b(i) = s
    c(i) = x
  end do
  print *, s, x, b(1), b(n), sum(b), sum(c), c(n/2)
  s = 0
  !$omp parallel do reduction(inscan, +:s)
  do i = 1, n, 3
    b(i) = s
    !$omp scan exclusive(s)
    s = s + a(i)
  end do
  print *, s, sum(b)
  mx = -1d30; q = 1
  !$omp target parallel do reduction(inscan, max:mx) reduction(inscan,+:q) map(to:a) map(from:m,r) map(tofrom: mx, q)
  do i = 1, n
    mx = max(mx, dble(mod(i*31, 1009)) + i/1000)
    q = q + 0.5d0
    !$omp scan inclusive(mx, q)
    m(i) = mx
    r(i) = q
  end do
  print *, mx, q, sum(m), sum(r)
  z = (1,2)
  !$omp parallel
  !$omp do reduction(inscan,+:z)
  do i = 1, n
    zz(i) = z
    !$omp scan exclusive(z)
    z = z + cmplx(mod(i,3), -mod(i,5))
  end do
  !$omp end parallel
  print *, z, zz(1), zz(n)
  ! in place, zero trip, small
  s = 0
  !$omp parallel do reduction(inscan,+:s)
  do i = 1, n
    s = s + a(i)
    !$omp scan inclusive(s)
    a(i) = s
  end do
  print *, s, sum(a), a(77)
  s = 9
  !$omp parallel do reduction(inscan,+:s)
  do i = 1, 0
    s = s + a(i)
    !$omp scan inclusive(s)
    a(i) = s
  end do
  print *, s
  s = 9
  !$omp parallel do simd reduction(inscan,+:s)
  do i = 1, 5
    s = s + a(i)
    !$omp scan inclusive(s)
    b(i) = s
  end do
  print *, s, b(:5)
  ! The input phase has an effect of its own: it runs once.
  s = 0
  c = 0
  !$omp parallel do reduction(inscan,+:s)
  do i = 1, n
    c(i) = c(i) + 1
    s = s + c(i)
    !$omp scan inclusive(s)
    b(i) = s
  end do
  print *, s, sum(b), maxval(c), minval(c)
  ! Private variables, a loop around, and one behind without a barrier.
  s = 0
  !$omp parallel private(j)
  do j = 1, 3
    !$omp do reduction(inscan,+:s) private(x)
    do i = 1, 100
      x = i*j
      s = s + x
      !$omp scan inclusive(s)
      b(i) = s
    end do
    !$omp end do
  end do
  !$omp end parallel
  print *, s, sum(b(:100))
  s = 1
  !$omp parallel
  call orphaned(s, b)
  !$omp end parallel
  print *, s, sum(b)
  ! A loop of teams, several directions.
  s = 0
  !$omp target map(tofrom: s, b)
  !$omp parallel do reduction(inscan,+:s)
  do i = n, 2, -2
    b(i) = s
    !$omp scan exclusive(s)
    s = s + mod(i, 5)
  end do
  !$omp end target
  print *, s, b(n), b(3)
contains
  subroutine orphaned(s, b)
    integer, intent(inout) :: s, b(:)
    integer :: i
    !$omp do reduction(inscan,*:s)
    do i = 1, 100
      s = s*merge(2, 1, i == 50)
      !$omp scan inclusive(s)
      b(i) = s
    end do
  end subroutine
end program
!>            6        7699           6          10      140038    77033094        3851
!>           -6       73360
!>    1027.0000000000000        10002.500000000000        20327602.000000000        100055006.00000000
!>             (20005.0000,-40004.0000)             (1.00000000,2.00000000)            (20003.0000,-40001.0000)
!>            1      -20019           6
!>            9
!>           -5          10           6           4          -2          -5
!>        20003   200070006           1           1
!>        30300     2030100
!>            2   200065107
!>        20003           0       20000
