! regions: on the device
! Regions that reduce dummies which may be absent.
module reduced
  implicit none
contains
  subroutine add(x, s, m, c)
    real, intent(in) :: x(:)
    real, intent(inout) :: s
    real, intent(inout), optional :: m
    integer, intent(inout), optional :: c(3)
    integer :: i
    !$omp target teams distribute parallel do reduction(+: s) reduction(max: m) reduction(+: c)
    do i = 1, size(x)
      s = s + x(i)
      if (present(m)) m = max(m, x(i))
      if (present(c)) c(mod(i, 3) + 1) = c(mod(i, 3) + 1) + 1
    end do
  end subroutine
  subroutine only(x, m)
    real, intent(in) :: x(:)
    real, intent(inout), optional :: m
    integer :: i
    !$omp target teams distribute parallel do reduction(*: m)
    do i = 1, size(x)
      if (.not. present(m)) cycle
      m = m * 2
    end do
  end subroutine
end module
program kernel_absent_reductions
  use reduced
  implicit none
  real :: x(100), s, m
  integer :: i, c(3)
  x = [(real(mod(i * 7, 100)), i = 1, 100)]
  s = 0
  m = -1
  c = 10
  call add(x, s)
  print *, s, m, c
  call add(x, s, m)
  print *, s, m, c
  call add(x, s, c=c)
  print *, s, m, c
  m = 0
  !$omp target data map(tofrom: m, c)
  call add(x, s, m, c)
  !$omp end target data
  print *, s, m, c
  m = 1
  call only(x(1:5), m)
  call only(x)
  print *, m
end program
!>    4950.00000      -1.00000000              10          10          10
!>    9900.00000       99.0000000              10          10          10
!>    14850.0000       99.0000000              43          44          43
!>    19800.0000       99.0000000              76          78          76
!>    32.0000000
