program target_data_nested
  implicit none
  type :: mesh
    integer :: n
    real(8) :: x(40), y(40)
  end type
  type(mesh) :: g
  real(8), allocatable :: a(:, :), b(:)
  real(8), pointer :: p(:, :)
  real(8), target :: t(10, 10)
  integer :: i, k
  g%n = 40
  g%x = [(i*0.1d0, i = 1, 40)]
  g%y = 0
  allocate(a(10, 0:9), b(0))
  a = 1; t = 2
  p => t(2:9:2, :)
  !$omp target data map(tofrom: g, a, t) map(to: b)
  do k = 1, 3
    !$omp target teams workdistribute
    g%y = g%x * 2 + g%y
    a(:, 3:5) = a(:, 0:2) + t(:, 1:3)
    p = p + 1
    b = b + 1
    !$omp end target teams workdistribute
    !$omp target data map(to: k) map(tofrom: a)
    !$omp target teams workdistribute
    a = a + k
    !$omp end target teams workdistribute
    !$omp end target data
  end do
  !$omp target update from(a(:, 3), t)
  print '(2f10.2)', a(1, 3), t(2, 2)
  !$omp end target data
  print '(4f12.3)', sum(g%x), sum(g%y), sum(a), sum(t)
end program
!>       9.00      5.00
!>       82.000     492.000     784.000     320.000
