! regions: on the device
! Procedures that target regions call have parallel constructs and orphaned worksharing constructs of their own.
program procedures_with_regions
  implicit none
  integer, parameter :: n = 1000
  real :: a(n), b(n)
  integer :: hits, singles
  a = 1
  b = 2
  hits = 0
  singles = 0
  !$omp target map(tofrom: a)
  call add_numbers(a)
  !$omp end target
  print *, sum(a)
  !$omp target map(tofrom: a, b)
  call add_numbers(a)
  call exchange(a, b)
  !$omp end target
  print *, sum(a), sum(b)
  !$omp target map(tofrom: a, b, hits, singles)
  !$omp parallel
  call shared_work(a, b, hits, singles)
  !$omp end parallel
  !$omp end target
  print *, sum(a), sum(b), hits, singles
contains
  subroutine add_numbers(x)
    real, intent(inout) :: x(:)
    integer :: i
    !$omp parallel do
    do i = 1, size(x)
      x(i) = x(i) + mod(i, 10)
    end do
  end subroutine
  subroutine exchange(x, y)
    real, intent(inout) :: x(:), y(:)
    real :: t
    integer :: i
    !$omp parallel do private(t)
    do i = 1, size(x)
      t = x(i)
      x(i) = y(i)
      y(i) = t
    end do
    call add_numbers(y)
  end subroutine
  subroutine shared_work(x, y, hits, singles)
    real, intent(inout) :: x(:), y(:)
    integer, intent(inout) :: hits, singles
    integer :: i
    !$omp do
    do i = 1, size(x)
      x(i) = x(i) + y(i)
    end do
    !$omp single
    singles = singles + 1
    !$omp end single
    !$omp barrier
    !$omp do
    do i = 1, size(x)
      y(i) = x(size(x) + 1 - i)
      !$omp atomic
      hits = hits + 1
    end do
  end subroutine
end program
!>    5500.00000
!>    2000.00000       14500.0000
!>    16500.0000       16500.0000            1000           1
