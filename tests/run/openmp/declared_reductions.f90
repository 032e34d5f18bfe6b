module vecs
  implicit none
  type :: vec
    real :: x = 0, y = 0
  end type
  type :: stat
    integer :: n
    real(8) :: lo, hi
  end type
  interface operator(+)
    module procedure add
  end interface
  !$omp declare reduction(+ : vec : omp_out = omp_out + omp_in) initializer(omp_priv = vec(0.0, 0.0))
  !$omp declare reduction(extent : stat : merge_stat(omp_out, omp_in)) initializer(init_stat(omp_priv))
contains
  elemental type(vec) function add(a, b)
    type(vec), intent(in) :: a, b
    add = vec(a%x + b%x, a%y + b%y)
  end function
  subroutine merge_stat(a, b)
    type(stat), intent(inout) :: a
    type(stat), intent(in) :: b
    a%n = a%n + b%n
    a%lo = min(a%lo, b%lo)
    a%hi = max(a%hi, b%hi)
  end subroutine
  subroutine init_stat(a)
    type(stat), intent(out) :: a
    a = stat(0, huge(1d0), -huge(1d0))
  end subroutine
end module
program v
  use omp_lib
  use vecs
  implicit none
  integer :: i, m, big(3)
  type(vec) :: s
  type(stat) :: t
  real(8) :: data(100)
  !$omp declare reduction(maxabs : integer : omp_out = merge(omp_in, omp_out, abs(omp_in) > abs(omp_out))) initializer(omp_priv = 0)
  call omp_set_num_threads(4)
  data = [(sin(real(i, 8)) * i, i = 1, 100)]
  !$omp parallel do reduction(+ : s)
  do i = 1, 100
    s = s + vec(real(i), 2.0)
  end do
  print *, s
  t = stat(1, 0d0, 0d0)
  !$omp parallel do reduction(extent : t) schedule(dynamic, 5)
  do i = 1, 100
    t%n = t%n + 1
    t%lo = min(t%lo, data(i))
    t%hi = max(t%hi, data(i))
  end do
  print '(i5, 2f10.4)', t
  m = 3
  big = 0
  !$omp parallel do reduction(maxabs : m, big)
  do i = 1, 50
    if (abs(nint(data(i))) > abs(m)) m = nint(data(i))
    if (abs(i - 30) > abs(big(2))) big(2) = i - 30
  end do
  print *, m, big
end program
!>    5050.00000       200.000000    
!>   101  -98.9215   94.4244
!>          -47           0         -29           0
