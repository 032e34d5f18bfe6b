! Such kernels on data that stays, arrays in objects, polymorphic arrays, beside statements that pick objects by themselves.
program p
  implicit none
  type leaf
    real, allocatable :: v(:)
  end type
  type tree
    type(leaf), allocatable :: l(:)
    integer :: n = 0
  end type
  type(tree) :: t
  type(leaf), allocatable :: f(:)
  class(leaf), allocatable :: c(:)
  integer :: i, j, bad, m
  real :: s(4)
  bad = 0
  allocate(t%l(4), f(4), c(4))
  do i = 1, 4
    allocate(t%l(i)%v(5), f(i)%v(i), c(i)%v(3)); t%l(i)%v = i; f(i)%v = 10*i; c(i)%v = -i
  end do
  !$omp target data map(tofrom: t, f)
  do m = 1, 3
    !$omp target teams distribute parallel do
    do i = 1, 4
      do j = 1, 5
        t%l(i)%v(j) = t%l(i)%v(j) + f(i)%v(1) + m
      end do
      f(i)%v(i) = f(i)%v(i) + 1
    end do
  end do
  !$omp target map(from: s)
  s = 0
  do i = 1, 4
    s(i) = sum(t%l(i)%v)
  end do
  t%l(2)%v = 0
  !$omp end target
  !$omp end target data
  do i = 1, 4
    if (any(t%l(i)%v /= merge(0, i + 6 + merge(33, 30*i, i == 1), i == 2))) bad = bad + 1
    if (s(i) /= 5*(i + 6 + merge(33, 30*i, i == 1))) bad = bad + 10
    if (f(i)%v(i) /= 10*i + 3) bad = bad + 100
  end do
  !$omp target teams loop map(tofrom: c)
  do i = 1, 4
    c(i)%v(2) = c(i)%v(1) * 2
  end do
  do i = 1, 4
    if (any(c(i)%v /= [-i, -2*i, -i])) bad = bad + 1000
  end do
  if (bad == 0) then; print '(a)', 'OK'; else; print *, 'bad', bad, s; end if
end program
!> OK
