module work_m
  implicit none
  integer, save :: calls = 0
  integer, allocatable, save :: g(:)
  integer, parameter :: tab(5) = [3, 1, 4, 1, 5]
contains
  subroutine step(a, b, n, k)
    integer, intent(in) :: n, k
    integer, intent(inout) :: a(n), b(0:n - 1)
    integer :: tmp(n)
    calls = calls + 1
    !$omp target teams workdistribute
    tmp = a
    a(2:n) = tmp(1:n - 1) + b(1:n - 1)
    a(1) = tmp(n) * k
    b = b - tab(mod(k, 5) + 1)
    !$omp end target teams workdistribute
  end subroutine
  subroutine shape_dummy(x, y)
    integer, intent(inout) :: x(:, -1:)
    integer, intent(in) :: y(:)
    integer :: t(size(y), size(x, 2))
    !$omp target teams workdistribute
    t = spread(y, 2, size(x, 2))
    x = x + t(1:size(x, 1), :)
    x(:, 0) = x(:, -1) * 2
    !$omp end target teams workdistribute
  end subroutine
  subroutine alloc_dummy(p, n)
    integer, allocatable, intent(inout) :: p(:)
    integer, intent(in) :: n
    if (.not. allocated(p)) allocate (p(n), source=0)
    !$omp target teams workdistribute
    p = p + g
    g = g(n:1:-1)
    !$omp end target teams workdistribute
  end subroutine
  recursive subroutine rec(a, d)
    integer, intent(inout) :: a(:)
    integer, intent(in) :: d
    integer :: h
    if (d == 0 .or. size(a) < 2) return
    h = size(a) / 2
    !$omp target teams workdistribute
    a = a(size(a):1:-1) + d
    !$omp end target teams workdistribute
    call rec(a(:h), d - 1)
    call rec(a(h + 1:), d - 1)
  end subroutine
end module
program loops_procedures
  use work_m
  implicit none
  integer :: a(16), b(16), m(6, 10), k, i
  integer, allocatable :: p(:)
  a = [(i, i = 1, 16)]
  b = 17 - a
  do k = 1, 4
    call step(a, b, 16, k)
  end do
  print '(8i7)', a, b
  m = reshape([(i, i = 1, 60)], [6, 10])
  call shape_dummy(m(1:6:2, 2:10:3), a(1:9:2))
  call shape_dummy(m(:, 1:5), a(1:6))
  print '(6i7)', m
  allocate (g(8))
  g = a(1:8)
  call alloc_dummy(p, 8)
  call alloc_dummy(p, 8)
  print '(8i7)', p, g
  call rec(a, 3)
  call rec(a(16:1:-2), 2)
  print '(8i7)', a
  print *, calls
end program
!>      52     57     50     46     43     40     37     34
!>      31     28     25     22     19     16     13     10
!>       5      4      3      2      1      0     -1     -2
!>      -3     -4     -5     -6     -7     -8     -9    -10
!>      53     59     53     50     48     46
!>     106    118    106    100     96     92
!>      65     71     65     62     60     58
!>      71     77     71     68     66     64
!>     170     83    168     74    151     70
!>      31     32     33     34     35     36
!>      37     38     39     40     41     42
!>      95     44     95     46     90     48
!>      49     50     51     52     53     54
!>      55     56     57     58     59     60
!>      86     94     90     89     89     90     94     86
!>      52     57     50     46     43     40     37     34
!>      28     59     34     61     16     46     22     52
!>      52     34     63     40     40     22     46     28
!>            4
