! offload: default
! Mappers on arrays of any rank and bounds, on sections with strides, on pointers to sections.
module m
  implicit none
  type t
    integer, allocatable :: a(:)
    integer :: n = 1
  end type
  !$omp declare mapper(t :: x) map(x%a)
contains
  subroutine init(x, k)
    type(t), intent(inout) :: x
    integer, intent(in) :: k
    allocate(x%a(2)); x%a = k
  end subroutine
end module
program a08
  use m
  implicit none
  type(t), target :: c(2, 0:1, -1:0)
  type(t), pointer :: p(:), q(:, :)
  type(t), allocatable, target :: d(:)
  integer :: i, j, k
  do k = -1, 0
    do j = 0, 1
      do i = 1, 2
        call init(c(i, j, k), i + 10*j - 100*k)
      end do
    end do
  end do
  !$omp target map(tofrom: c)
  do k = -1, 0
    do j = 0, 1
      do i = 1, 2
        c(i, j, k)%a(1) = -c(i, j, k)%a(2)
      end do
    end do
  end do
  !$omp end target
  print *, (((c(i, j, k)%a, i = 1, 2), j = 0, 1), k = -1, 0)
  p => c(2, :, 0)
  !$omp target map(tofrom: p)
  do i = 1, 2
    p(i)%a(2) = 1000 + i
  end do
  !$omp end target
  print *, (((c(i, j, k)%a, i = 1, 2), j = 0, 1), k = -1, 0)
  q => c(:, 1, :)
  !$omp target enter data map(to: q(2:2, :))
  !$omp target
  q(2, 1)%a = 5
  q(2, 2)%a = 6
  !$omp end target
  !$omp target exit data map(from: q(2:2, :))
  print *, (((c(i, j, k)%a, i = 1, 2), j = 0, 1), k = -1, 0)
  allocate(d(-2:3))
  do i = -2, 3
    call init(d(i), i)
  end do
  !$omp target map(tofrom: d(-1:2))
  do i = -1, 2
    d(i)%a = d(i)%a * 10
  end do
  !$omp end target
  print *, (d(i)%a, i = -2, 3)
  !$omp target data map(tofrom: d)
  !$omp target
  do i = -2, 3
    d(i)%a(1) = d(i)%a(2) + 1
  end do
  !$omp end target
  !$omp target update from(d(-2:3:2))
  print *, (d(i)%a(1), i = -2, 3, 2)
  !$omp end target data
  print *, (d(i)%a, i = -2, 3)
  nullify(p)
  !$omp target map(tofrom: p)
  i = 1
  !$omp end target
  print *, 'done'
end program
!>         -101         101        -102         102        -111         111        -112         112          -1           1          -2           2         -11          11         -12          12
!>         -101         101        -102         102        -111         111        -112         112          -1           1          -2        1001         -11          11         -12        1002
!>         -101         101        -102         102        -111         111           5           5          -1           1          -2        1001         -11          11           6           6
!>           -2          -2         -10         -10           0           0          10          10          20          20           3           3
!>           -1           1          21
!>           -1          -2          -9         -10           1           0          11          10          21          20           4           3
!>  done
