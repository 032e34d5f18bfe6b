! Arrays of objects whose components a region picks by variables of loops, in kernels and around them.
module m
  type t
    integer :: n = 0
    real, allocatable :: a(:)
    real, allocatable :: b(:,:)
  end type
end module
program p
  use m
  implicit none
  type(t), target :: o(5)
  type(t), allocatable :: q(:)
  integer :: i, j, bad, k(5)
  real :: s(5)
  bad = 0
  do i = 1, 5
    o(i)%n = i + 3
    allocate(o(i)%a(i + 3)); o(i)%a = i
    allocate(o(i)%b(2, 0:i)); o(i)%b = 10 * i
  end do
  !$omp target teams distribute parallel do map(tofrom: o)
  do i = 1, 5
    do j = 1, o(i)%n
      o(i)%a(j) = o(i)%a(j) + 10 * j
    end do
    o(i)%b(1, 0) = size(o(i)%a) + lbound(o(i)%b, 2)
  end do
  do i = 1, 5
    do j = 1, o(i)%n
      if (o(i)%a(j) /= i + 10 * j) bad = bad + 1
    end do
    if (o(i)%b(1,0) /= i + 3) bad = bad + 100
  end do
  k = [3, 1, 5, 2, 4]
  !$omp target enter data map(to: o)
  !$omp target teams distribute parallel do map(from: s)
  do i = 1, 5
    s(i) = sum(o(k(i))%a)
    o(k(i))%a(:) = 0
  end do
  !$omp target exit data map(from: o)
  do i = 1, 5
    if (s(i) /= k(i) * (k(i) + 3) + 10 * ((k(i) + 3) * (k(i) + 4)) / 2) bad = bad + 1000
    if (any(o(i)%a /= 0)) bad = bad + 10000
  end do
  allocate(q(3))
  do i = 1, 3; allocate(q(i)%a(4)); q(i)%a = 1; end do
  !$omp target data map(tofrom: q)
  do i = 1, 3
    !$omp target
    q(i)%a = q(i)%a + i
    !$omp end target
  end do
  !$omp target
  do i = 1, 3
    q(i)%a = q(i)%a * 2
    do j = 1, 4
      q(i)%a(j) = q(i)%a(j) + j
    end do
  end do
  !$omp end target
  !$omp end target data
  do i = 1, 3
    do j = 1, 4
      if (q(i)%a(j) /= 2 * (1 + i) + j) bad = bad + 100000
    end do
  end do
  if (bad == 0) then; print '(a)', 'OK'; else; print *, 'bad', bad; end if
end program
!> OK
