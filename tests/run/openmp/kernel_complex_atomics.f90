! stripped: no
! regions: on the device
! Threads of kernels change complex variables atomically, in all forms, which exclude each other.
program kernel_complex_atomics
  use omp_lib
  implicit none
  type spinor
    integer :: n = 0
    complex :: up = (0, 0)
    complex(8) :: down = (1, 0)
  end type
  integer, parameter :: n = 1500
  type(spinor) :: s(3)
  complex :: z, old, seen, pair
  complex(8) :: w, wold
  integer :: i, k, hits(n), torn, first, mixed
  real :: x
  integer(1) :: small(5)
  integer(2) :: half(5)
  logical(1) :: flag(5)
  integer(8) :: big
  real(8) :: least

  ! Every value is captured once, and no reader sees half of one.
  z = 0
  w = 0
  hits = 0
  torn = 0
  pair = 0
  !$omp target teams distribute parallel do map(tofrom: z, w, hits, torn, pair) private(old, seen, wold, k)
  do i = 1, n
    !$omp atomic capture
    old = z
    z = z + (1.0, 2.0)
    !$omp end atomic
    k = nint(real(old)) + 1
    hits(k) = hits(k) + 1
    !$omp atomic read
    seen = z
    if (aimag(seen) /= 2 * real(seen)) then
      !$omp atomic
      torn = torn + 1
    end if
    !$omp atomic write
    pair = cmplx(i, -i)
    !$omp atomic read
    seen = pair
    if (real(seen) /= -aimag(seen)) then
      !$omp atomic
      torn = torn + 1
    end if
    !$omp atomic capture
    w = w + (1d0, -1d0)
    wold = w
    !$omp end atomic
    if (real(wold) /= -aimag(wold)) then
      !$omp atomic
      torn = torn + 1
    end if
  end do
  print '(4f8.1, 2l2)', z, w, all(hits == 1), torn == 0

  ! Products, quotients, differences from the left, writes; components of objects in arrays.
  z = (1, 0)
  w = (3, 4)
  !$omp target teams distribute parallel do map(tofrom: z, w, s) private(k)
  do i = 1, n
    !$omp atomic
    z = z * (0.0, 1.0)
    !$omp atomic
    w = (1.0, 1.0) - w
    k = mod(i, 3) + 1
    !$omp atomic
    s(k)%up = s(k)%up + cmplx(i, -1)
    !$omp atomic
    s(k)%down = s(k)%down / (0d0, 1d0)
    !$omp atomic
    s(k)%n = s(k)%n + 1
  end do
  print '(4f8.1)', z + (0.0, 0.0), w
  do k = 1, 3
    print '(i5, 4f12.1)', s(k)%n, s(k)%up, s(k)%down + (0d0, 0d0)
  end do

  ! Who finds zero writes; sums of complex numbers alone are those of their parts.
  z = 0
  w = 0
  first = 0
  !$omp target teams distribute parallel do map(tofrom: z, w, first) private(old)
  do i = 1, n
    !$omp atomic compare capture
    old = z
    if (z == (0.0, 0.0)) then
      z = (5.0, 6.0)
    end if
    !$omp end atomic
    if (old == (0.0, 0.0)) then
      !$omp atomic
      first = first + 1
    end if
  end do
  !$omp target teams distribute parallel do map(tofrom: w)
  do i = 1, n
    !$omp atomic
    w = w - (1d0, 0.5d0)
  end do
  print '(i3, 4f10.1)', first, z, w

  ! Operands of other types than the variable.
  x = 0
  mixed = 0
  small = 0
  half = 0
  flag = .true.
  big = -1
  least = 1d9
  !$omp target teams distribute parallel do map(tofrom: x, mixed, small, half, flag, big, least) private(k)
  do i = 1, n
    k = mod(i, 5) + 1
    !$omp atomic
    x = x + 0.5d0
    !$omp atomic
    mixed = mixed + 2.0
    !$omp atomic
    small(k) = ieor(small(k), int(mod(i, 64), 1))
    !$omp atomic
    half(k) = max(half(k), int(mod(i * 7, 1000), 2))
    !$omp atomic
    flag(k) = flag(k) .and. k /= 2
    !$omp atomic
    big = max(big, int(i, 8) * 4000000000_8)
    !$omp atomic compare
    if (least > abs(i - 700.5d0)) least = abs(i - 700.5d0)
  end do
  print '(f8.1, i6, 5i4, 5i5, 5l2, i15, f5.1)', x, mixed, small, half, flag, big, least

  ! In kernels of teams.
  z = 0
  w = 0
  mixed = 0
  !$omp target teams num_teams(4) thread_limit(16) map(tofrom: z, w, mixed)
  !$omp parallel num_threads(16) private(old)
  !$omp atomic capture
  old = z
  z = z + cmplx(omp_get_thread_num(), 1)
  !$omp end atomic
  !$omp atomic
  w = w + (1d0, 1d0) * real(omp_get_team_num() + 1, 8)
  !$omp atomic
  mixed = mixed + int(aimag(old))
  !$omp end parallel
  !$omp end target teams
  print '(4f8.1, i6)', z, w, mixed
end program
!>   1500.0  3000.0  1500.0 -1500.0 T T
!>      1.0     0.0     3.0     4.0
!>   500    375750.0      -500.0         1.0         0.0
!>   500    374750.0      -500.0         1.0         0.0
!>   500    375250.0      -500.0         1.0         0.0
!>   1       5.0       6.0   -1500.0    -750.0
!>    750.0  3000  44   4  24  44   0  995  997  999  996  998 T F T T T  6000000000000  0.5
!>    480.0    64.0   160.0   160.0  2016
