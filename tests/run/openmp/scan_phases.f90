! The input phase of a scan has a copy that begins with the identity: what it holds at the end is combined.
module m
  implicit none
  type pair
    integer :: low = 1000, n = 0
  end type
  !$omp declare reduction(join: pair: omp_out = pair(min(omp_out%low, omp_in%low), omp_out%n + omp_in%n))
end module
program scan_phases
  use m
  implicit none
  integer, parameter :: n = 12
  integer :: i, x, y, a(n), b(n), c(n), v(2), w(2, n)
  logical :: all_small, flags(n)
  complex :: z, zs(n)
  integer, allocatable :: q(:)
  type(pair) :: p, ps(n)
  a = [(mod(i*7, 11), i = 1, n)]
  x = 3
  !$omp parallel do reduction(inscan, +: x)
  do i = 1, n
    x = a(i)
    !$omp scan inclusive(x)
    b(i) = x
  end do
  print *, x, b
  x = 3
  !$omp parallel do num_threads(4) reduction(inscan, +: x)
  do i = 1, n
    c(i) = x
    !$omp scan exclusive(x)
    x = a(i)
    if (mod(i, 2) == 0) x = x + 1
  end do
  print *, x, c
  x = -5
  y = 1
  !$omp simd reduction(inscan, max: x) reduction(inscan, *: y)
  do i = 1, n
    if (mod(i, 3) == 0) x = a(i)
    y = mod(i, 3) + 1
    !$omp scan inclusive(x, y)
    b(i) = x
    c(i) = y
  end do
  print *, x, b
  print *, y, c
  all_small = .true.
  z = 1
  v = [1, 2]
  allocate (q(2), source=0)
  !$omp parallel do reduction(inscan, .and.: all_small) reduction(inscan, *: z) reduction(inscan, +: v, q)
  do i = 1, n
    all_small = a(i) < 10
    z = (0., 1.)
    v = [i, -i]
    q = v
    !$omp scan inclusive(all_small, z, v, q)
    flags(i) = all_small
    zs(i) = z
    w(:, i) = v + q
  end do
  print *, all_small, flags
  print '(13(2f4.0, :, ","))', z, zs
  print '(13(2i5, :, ","))', v, w
  !$omp parallel do reduction(inscan, join: p)
  do i = 1, n
    p = pair(a(i) + 5, 1)
    !$omp scan inclusive(p)
    ps(i) = p
  end do
  print *, p, ps%low, ps%n
  x = 0
  !$omp target parallel do reduction(inscan, +: x) map(from: b)
  do i = 1, n
    x = a(i)
    !$omp scan inclusive(x)
    b(i) = x
  end do
  print *, x, b
end program
!>           65          10          13          23          29          31          40          45          46          54          58          58          65
!>           71           3          10          14          24          31          33          43          48          50          58          63          63
!>           10          -5          -5          10          10          10          10          10          10          10          10          10          10
!>         1296           2           6           6          12          36          36          72         216         216         432        1296        1296
!>  F T T F F F F F F F F F F
!>   1. -0.,  0.  1., -1.  0., -0. -1.,  1. -0.,  0.  1., -1.  0., -0. -1.,  1. -0.,  0.  1., -1.  0., -0. -1.,  1. -0.
!>    79  -76,    3    0,    7   -4,   13  -10,   21  -18,   31  -28,   43  -40,   57  -54,   73  -70,   91  -88,  111 -108,  133 -130,  157 -154
!>            5          12          12           8           8           8           7           7           7           6           6           6           5           5           1           2           3           4           5           6           7           8           9          10          11          12
!>           62           7          10          20          26          28          37          42          43          51          55          55          62
