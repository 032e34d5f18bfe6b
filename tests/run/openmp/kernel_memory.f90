! Threads of kernels have arrays whose sizes only they know, and allocatables: from a pool, of which each has a part.
module procedures
  implicit none
  type point
    real :: x = 1.5
    integer :: k = 2
  end type
contains
  subroutine grow(v, n)
    !$omp declare target
    real, allocatable, intent(inout) :: v(:)
    integer, intent(in) :: n
    real, allocatable :: t(:)
    if (.not. allocated(v)) then
      allocate (v(n))
      v = 0
      return
    end if
    allocate (t(size(v) + n))
    t(1:size(v)) = v
    t(size(v) + 1:) = -1
    call move_alloc(t, v)
  end subroutine
  function twice(v) result(r)
    real, intent(in) :: v(:)
    real, allocatable :: r(:)
    allocate (r(size(v)))
    r = v * 2
  end function
  subroutine work(n, x, r)
    !$omp declare target
    integer, intent(in) :: n
    real, intent(in) :: x
    real, intent(out) :: r
    real :: t(n)
    integer :: i
    do i = 1, n
      t(i) = x * i
    end do
    r = sum(t)
  end subroutine
  subroutine shapes(kk, x, z)
    integer, intent(in) :: kk
    real, intent(in) :: x(:)
    real, intent(out) :: z(:)
    real :: w(kk)
    integer :: i
    w = -1
    !$omp target teams distribute parallel do private(w) map(to: x) map(from: z)
    do i = 1, size(x)
      w = x(i)
      w(1) = i
      z(i) = sum(w)
    end do
    print *, sum(z), w(1)
  end subroutine
end module

program kernel_memory
  use procedures
  implicit none
  integer, parameter :: n = 500
  real :: x(n), z(n), s
  integer :: i, j, k, st(n)
  type(point), allocatable :: o(:)
  real, allocatable :: v(:), w(:, :)
  x = [(i, i = 1, n)]
  k = 17
  !$omp target teams distribute parallel do map(to: x) map(from: z)
  do i = 1, n
    call work(mod(i, k) + 1, x(i), z(i))
  end do
  print *, sum(z)
  !$omp target teams distribute parallel do map(to: x) map(from: z)
  do i = 1, n
    block
      real :: t(k), u(mod(i, 5) + 1)
      t = x(i)
      u = 2
      t(2:) = t(2:) + 1
      z(i) = sum(t) + sum(u)
    end block
  end do
  print *, sum(z)
  call shapes(k, x, z)
  ! An allocatable that grows: more is taken than what is free behind the last block.
  !$omp target teams distribute parallel do private(v) map(from: z)
  do i = 1, n
    if (allocated(v)) deallocate (v)
    call grow(v, mod(i, 5) + 1)
    do j = 1, mod(i, 13)
      call grow(v, 2)
    end do
    z(i) = size(v) + sum(v)
  end do
  print *, sum(z), z(7), z(12)
  !$omp target teams distribute parallel do private(w) map(from: z, st)
  do i = 1, n
    if (allocated(w)) deallocate (w)
    allocate (w(0:mod(i, 4), -2:mod(i, 3)), stat=st(i))
    w = i
    z(i) = sum(w) + lbound(w, 2) + ubound(w, 1)
    if (mod(i, 2) == 0) deallocate (w, stat=st(i))
    if (mod(i, 4) == 0) deallocate (w, stat=st(i))
    if (allocated(w)) z(i) = z(i) + 0.25
  end do
  print *, sum(z), sum(st), z(9)
  !$omp target teams distribute parallel do map(to: x) map(from: z)
  do i = 1, n
    block
      real, allocatable :: b(:), c(:)
      type(point) :: q(mod(i, 3) + 1)
      b = x(1:mod(i, 9) + 1)
      c = twice(b)
      b = [b, 1.0]
      z(i) = sum(b) + sum(c) + size(b) + sum(q%x) + sum(q%k)
      if (allocated(c)) z(i) = z(i) + 1
    end block
  end do
  print *, sum(z)
  s = 0
  !$omp target teams distribute parallel do reduction(+: s) map(tofrom: s)
  do i = 1, n
    block
      real :: a(mod(i, 7) + 1), b(mod(i, 3) + 1, 2)
      a = 1
      b = 2
      s = s + sum(a) + sum(b)
    end block
  end do
  print *, s
  ! What a team has and its threads share, and what each thread has.
  !$omp target map(from: z)
  !$omp teams num_teams(4)
  !$omp distribute
  do i = 1, n
    block
      real :: a(mod(i, 7) + 1)
      integer :: q
      !$omp parallel do
      do q = 1, size(a)
        a(q) = q * i
      end do
      z(i) = sum(a)
    end block
  end do
  !$omp end teams
  !$omp end target
  print *, sum(z)
end program
!>    7085040.00    
!>    2140250.00    
!>    2129250.00      -1.00000000    
!>    1500.00000       3.00000000       3.00000000    
!>    1251642.50             125   53.2500000    
!>    34888.5000    
!>    6001.00000    
!>    1498003.00    
