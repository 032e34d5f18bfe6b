! offload: default
! Implicit maps by default mappers; objects that may not be there; iterators on target data.
module m
  implicit none
  type t
    integer :: n = 0
    integer, pointer :: p(:) => null()
  end type
  !$omp declare mapper(t :: x) map(x%n, x%p(1:x%n))
contains
  subroutine maybe(x, y, z, w, r)
    type(t), intent(inout), optional :: x, y(:)
    type(t), intent(inout), optional, allocatable :: z, w(:)
    integer, intent(out) :: r
    r = 0
    !$omp target map(tofrom: r)
    if (present(x)) r = r + x%p(1)
    if (present(y)) r = r + 10 * y(2)%p(1)
    if (present(z)) then
      if (allocated(z)) r = r + 100 * z%p(1)
    end if
    if (present(w)) then
      if (allocated(w)) r = r + 1000 * w(2)%p(1)
    end if
    !$omp end target
    print *, r
    !$omp target map(tofrom: r) map(to: x, y, z, w)
    if (present(x)) r = r - x%p(1)
    !$omp end target
    print *, r
  end subroutine
end module
program main
  use m
  implicit none
  type(t) :: a, b(2)
  type(t), allocatable :: c, d(:)
  type(t), pointer :: q
  type cell
    integer, pointer :: p
  end type
  type(cell) :: cells(4)
  integer :: i, r
  call set(a, 1)
  do i = 1, 2
    call set(b(i), i + 1)
  end do
  !$omp target
  do i = 1, a%n
    a%p(i) = a%p(i) + 100
  end do
  do i = 1, 2
    b(i)%p(1) = -b(i)%p(1)
  end do
  !$omp end target
  print *, a%p, b(1)%p, b(2)%p
  !$omp target teams distribute parallel do
  do i = 1, 3
    a%p(i) = a%p(i) + i
  end do
  print *, a%p
  nullify(q)
  r = 0
  !$omp target map(tofrom: r) map(tofrom: q)
  if (associated(q)) r = q%n
  !$omp end target
  print *, r
  allocate(q); call set(q, 9)
  !$omp target map(tofrom: r)
  if (associated(q)) r = q%p(2)
  !$omp end target
  print *, r
  call maybe(r = r)
  call maybe(a, b, r = r)
  call maybe(a, b, c, d, r)
  allocate(c, d(2)); call set(c, 4); call set(d(1), 5); call set(d(2), 6)
  call maybe(a, b, c, d, r)
  do i = 1, 4
    allocate(cells(i)%p); cells(i)%p = i
  end do
  !$omp target data map(iterator(k = 1:4), tofrom: cells(k)%p)
  !$omp target
  do i = 1, 4
    cells(i)%p = cells(i)%p * 3
  end do
  !$omp end target
  !$omp target
  cells(2)%p = cells(3)%p + 1
  !$omp end target
  !$omp end target data
  print *, (cells(i)%p, i = 1, 4)
  !$omp target data map(iterator(k = 2:4:2), to: cells(k)%p)
  !$omp target map(iterator(k = 2:4:2), always, from: cells(k)%p)
  do i = 2, 4, 2
    cells(i)%p = cells(i)%p * 2
  end do
  !$omp end target
  print *, (cells(i)%p, i = 1, 4)
  !$omp end target data
  !$omp target data map(b)
  !$omp target
  b(2)%p(2) = 55
  !$omp end target
  !$omp end target data
  print *, b(2)%p
contains
  subroutine set(x, k)
    type(t), intent(out) :: x
    integer, intent(in) :: k
    allocate(x%p(3)); x%p = k; x%n = 3
  end subroutine
end program
!>          101         101         101          -2           2           2          -3           3           3
!>          102         103         104
!>            0
!>            9
!>            0
!>            0
!>           72
!>          -30
!>           72
!>          -30
!>         6472
!>         6370
!>            3          10           9          12
!>            3          20           9          24
!>           -3          55           3
