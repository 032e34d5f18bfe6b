! Allocatable components live on the device with their object: nothing is copied between the data directives, values made
! there stay, and descriptors are those of the host.
! offload: default
module m
  implicit none
  type inner
    integer :: k = 0
    real, allocatable :: x(:)
  end type
  type t
    integer :: n = 0
    real, allocatable :: a(:)
    type(inner), allocatable :: p(:)
    type(inner) :: e
    character(:), allocatable :: s
    real, pointer :: q(:) => null()
  end type
  type, extends(t) :: u
    integer, allocatable :: b(:, :)
  end type
contains
  subroutine fill(o, n)
    class(t), intent(inout) :: o
    integer, intent(in) :: n
    integer :: i
    o%n = n
    o%a = [(real(i), i = 1, n)]
    allocate(o%p(2))
    do i = 1, 2
      o%p(i)%k = i
      o%p(i)%x = o%a * i
    end do
    allocate(o%e%x(n), source = 7.0)
    o%s = 'abcd'
  end subroutine
end module
program objects_on_devices
  use m
  use omp_lib
  implicit none
  type(t) :: o
  type(u) :: v
  logical :: apart
  integer :: i
  real, target :: far(3) = [1, 2, 3]
  apart = omp_get_num_devices() > 0
  call fill(o, 4)
  o%q => far
  !$omp target enter data map(to: far)
  !$omp target enter data map(to: o)
  ! The host's values change; the device's do not.
  o%a = -1
  o%e%x = -1
  !$omp target
  o%n = o%n + 1
  !$omp end target
  !$omp target teams distribute parallel do
  do i = 1, 4
    o%a(i) = o%a(i) * 2
    o%e%x(i) = o%e%x(i) + i
  end do
  !$omp target teams distribute parallel do
  do i = 1, 4
    o%p(2)%x(i) = o%p(2)%x(i) + o%a(i)
  end do
  !$omp target teams distribute parallel do
  do i = 1, 3
    o%q(i) = o%q(i) * 10
  end do
  if (apart) then
    print *, all(o%a == -1), all(o%e%x == -1), all(o%p(2)%x == [2, 4, 6, 8])
  else
    ! Here memory is shared.
    print *, all(o%a == -2), all(o%e%x == [0, 1, 2, 3]), all(o%p(2)%x == [0, 2, 4, 6])
    o%a = [2, 4, 6, 8]; o%e%x = [8, 9, 10, 11]; o%p(2)%x = [4, 8, 12, 16]
  end if
  !$omp target update from(o%a)
  print *, o%a, associated(o%q, far)
  !$omp target update from(o)
  print *, o%n, o%e%x, o%p(1)%x, o%p(2)%x, o%s, o%p%k
  o%p(1)%x = 100
  o%p(1)%k = 11
  !$omp target update to(o%p(1)%x, o%p(1)%k)
  !$omp target map(present, alloc: o)
  o%p(1)%x(2) = o%p(1)%x(1) + o%p(1)%k
  !$omp end target
  nullify(o%q)
  !$omp target exit data map(from: o)
  print *, o%p(1)%x, associated(o%q), omp_target_is_present_any(o)
  !$omp target exit data map(from: far)
  print *, far
  call fill(v, 3)
  allocate(v%b(2, 2), source = 5)
  call poly(v)
  print *, v%b, v%a, v%e%x
contains
  logical function omp_target_is_present_any(x)
    use iso_c_binding
    type(t), intent(in), target :: x
    omp_target_is_present_any = .false.
    if (apart) omp_target_is_present_any = omp_target_is_present(c_loc(x%a), 0) /= 0 &
        .or. omp_target_is_present(c_loc(x%n), 0) /= 0 .or. omp_target_is_present(c_loc(x%p(1)%x), 0) /= 0
  end function
  subroutine poly(c)
    class(t), intent(inout) :: c
    integer :: j
    !$omp target data map(tofrom: c)
    c%a = 0
    select type (c)
    type is (u)
      if (apart) c%b = 0
      !$omp target teams distribute parallel do
      do j = 1, 2
        c%b(j, j) = c%b(j, j) + j
      end do
    end select
    if (.not. apart) c%a = [1, 2, 3]
    !$omp target
    c%a(2) = c%a(2) * 2
    c%e%x(1) = 1.5
    !$omp end target
    !$omp end target data
  end subroutine
end program
!>  T T T
!>    2.00000000       4.00000000       6.00000000       8.00000000     T
!>            5   8.00000000       9.00000000       10.0000000       11.0000000       1.00000000       2.00000000       3.00000000       4.00000000       4.00000000       8.00000000       12.0000000       16.0000000     abcd           1           2
!>    100.000000       111.000000       100.000000       100.000000     F F
!>    10.0000000       20.0000000       30.0000000
!>            6           5           5           7   1.00000000       4.00000000       3.00000000       1.50000000       7.00000000       7.00000000
