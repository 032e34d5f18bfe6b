! Kernels pick objects of arrays by what they compute, and use allocatable components of every kind and state.
program p
  use omp_lib
  implicit none
  type in
    integer :: pad = 0
    real(8), allocatable :: w(:)
  end type
  type t
    integer :: n = 0
    real, allocatable :: a(:)
    real, allocatable :: b(:,:)
    integer(1), allocatable :: small(:)
    integer, allocatable :: s
    type(in) :: inner
    complex, allocatable :: c(:)
    logical, allocatable :: l(:)
  end type
  type(t), target :: o(3, 4), q(6)
  type(t), allocatable :: z(:)
  integer :: i, j, k, bad, idx(6), cnt(6), alloc(6), s(6)
  real :: total, x(6)
  logical :: dev
  bad = 0; dev = .false.
  !$omp target map(from: dev)
  dev = .not. omp_is_initial_device()
  !$omp end target
  do j = 1, 4
    do i = 1, 3
      o(i,j)%n = i + j
      allocate(o(i,j)%a(-1:i + j), o(i,j)%inner%w(2))
      o(i,j)%a = 10 * i + j; o(i,j)%inner%w = i - j
    end do
  end do
  ! rank 2 of objects, lower bounds, components of components
  !$omp target teams distribute parallel do collapse(2) map(tofrom: o)
  do j = 1, 4
    do i = 1, 3
      do k = lbound(o(i,j)%a, 1), ubound(o(i,j)%a, 1)
        o(i,j)%a(k) = o(i,j)%a(k) + k
      end do
      o(i,j)%inner%w(2) = size(o(i,j)%a) + o(i,j)%inner%w(1)
    end do
  end do
  do j = 1, 4
    do i = 1, 3
      do k = -1, i + j
        if (o(i,j)%a(k) /= 10*i + j + k) bad = bad + 1
      end do
      if (o(i,j)%inner%w(2) /= i + j + 2 + i - j) bad = bad + 100
    end do
  end do
  ! unallocated, empty, scalar components, with data that is present, direct uses before and behind
  idx = [6, 2, 5, 1, 3, 4]
  do i = 1, 6
    q(i)%n = i
    if (i /= 3) allocate(q(i)%a(2*(i - 1)))
    if (i /= 3) q(i)%a = i
    if (mod(i, 2) == 0) allocate(q(i)%s, source = 100*i)
    allocate(q(i)%b(i, 2)); q(i)%b = i
    allocate(q(i)%small(2)); q(i)%small = 1
    allocate(q(i)%c(2)); q(i)%c = cmplx(i, 0)
    allocate(q(i)%l(2)); q(i)%l = .false.
  end do
  !$omp target enter data map(to: q)
  !$omp target map(from: cnt, alloc, x)
  q(2)%a(1) = 50
  !$omp parallel do private(k)
  do i = 1, 6
    alloc(i) = merge(1, 0, allocated(q(idx(i))%a))
    cnt(i) = 0
    if (allocated(q(idx(i))%a)) then
      cnt(i) = size(q(idx(i))%a)
      do k = 1, cnt(i)
        q(idx(i))%a(k) = q(idx(i))%a(k) + 1
      end do
    end if
    x(i) = sum(q(idx(i))%b(:, 2))
    q(idx(i))%b(:, 1) = -1
    q(idx(i))%c(1) = q(idx(i))%c(2) * (0., 1.)
    q(idx(i))%l(2) = .true.
  end do
  q(2)%a(2) = q(2)%a(1) + 1
  !$omp end target
  !$omp target teams distribute parallel do
  do i = 1, 6
    if (mod(i, 2) == 0) q(i)%s = q(i)%s + 1
  end do
  if (dev .and. q(2)%a(1) /= 2) bad = bad + 1000
  !$omp target teams distribute parallel do map(from: s)
  do i = 2, 6, 2
    s(i) = q(i)%s + 1
  end do
  if (any(s(2:6:2) /= [202, 402, 602])) bad = bad - 1
  !$omp target exit data map(from: q)
  do i = 1, 6
    if (alloc(i) /= merge(0, 1, idx(i) == 3)) bad = bad + 2000
    if (cnt(i) /= merge(0, 2*(idx(i) - 1), idx(i) == 3)) bad = bad + 4000
    if (x(i) /= idx(i)**2) bad = bad + 8000
    if (any(q(i)%b(:,1) /= -1) .or. any(q(i)%b(:,2) /= i)) bad = bad + 16000
    if (q(i)%c(1) /= cmplx(0, i) .or. q(i)%l(1) .or. .not. q(i)%l(2)) bad = bad + 32000
    if (mod(i, 2) == 0) then
      if (q(i)%s /= 100*i + 1) bad = bad + 64000
    end if
  end do
  if (any(q(2)%a /= [51, 52]) .or. any(q(6)%a /= 7) .or. any(q(4)%a /= 5)) bad = bad + 128000
  ! reductions, reallocated parts
  deallocate(q(5)%a); allocate(q(5)%a(3)); q(5)%a = 2; allocate(q(3)%a(1)); q(3)%a = 4
  total = 0
  !$omp target teams distribute parallel do reduction(+: total) map(tofrom: q)
  do i = 1, 6
    do k = 1, size(q(i)%a)
      total = total + q(i)%a(k)
      q(i)%a(k) = 0
    end do
  end do
  if (total /= 0 + 103 + 4 + 30 + 6 + 70) bad = bad + 256000
  do i = 1, 6
    if (any(q(i)%a /= 0)) bad = bad + 512000
  end do
  call section(q(6:1:-2))
  if (any(q(6)%a /= 1) .or. any(q(4)%a /= 2) .or. any(q(2)%a /= 3) .or. any(q(5)%a /= 0)) bad = bad + 1024000
  ! small elements stay on the host
  !$omp target teams distribute parallel do map(tofrom: q)
  do i = 1, 6
    q(i)%small(1) = int(i, 1)
  end do
  do i = 1, 6
    if (q(i)%small(1) /= i .or. q(i)%small(2) /= 1) bad = bad + 2048000
  end do
  allocate(z(0))
  !$omp target teams distribute parallel do map(tofrom: z)
  do i = 1, size(z)
    z(i)%a(1) = 3
  end do
  if (bad == 0) then; print '(a)', 'OK'; else; print *, 'bad', bad, total; end if
contains
  subroutine section(v)
    type(t), intent(inout) :: v(:)
    integer :: i
    !$omp target teams distribute parallel do
    do i = 1, size(v)
      v(i)%a(:) = i
    end do
  end subroutine
end program
!> OK
