! offload: default
! Calls of procedures that are not inlined stand between kernels: they use variables of their host, of modules and common blocks, what
! pointers lead to, optional arguments, sections and strings, and allocate anew.
module optional_things
  implicit none
contains
  recursive subroutine absent(a, b, n)
    real, intent(inout) :: a(:)
    real, intent(in), optional :: b(:)
    integer, intent(in), optional :: n
    integer :: k
    !$omp target map(tofrom: a)
    a = a + 1
    if (present(b)) a = a + b
    if (present(n)) then
      call side(a, n)
    end if
    a = a * 2
    !$omp end target
    k = 0
  end subroutine
  recursive subroutine side(a, n)
    real, intent(inout) :: a(:)
    integer, intent(in) :: n
    a(n) = -1
    if (n > 1) call side(a, n-1)
  end subroutine
  recursive subroutine sideopt(a, b)
    real, intent(inout) :: a(:)
    real, intent(in), optional :: b(:)
    if (present(b)) then
      a = a + b(1)
      if (a(1) < 0) call sideopt(a, b)
    else
      a = a + 0.5
      if (a(1) < 0) call sideopt(a)
    end if
  end subroutine
  subroutine pass(a, b)
    real, intent(inout) :: a(:)
    real, intent(in), optional :: b(:)
    !$omp target map(tofrom: a)
    a = a + 1
    call sideopt(a, b)
    a = a + 1
    !$omp end target
  end subroutine
  subroutine ptrs(p, q)
    real, pointer, intent(inout) :: p(:)
    real, pointer, intent(inout) :: q(:)
    !$omp target map(tofrom: p)
    p = p + 1
    if (associated(q)) call side(q, 2)
    p = p * 2
    !$omp end target
  end subroutine
end module
program target_host_calls
  use optional_things
  implicit none
  real, target :: a(20), b(20)
  real, pointer :: p(:), q(:)
  real :: x(50), y(50), t
  real, allocatable :: z(:)
  character(8) :: names(3)
  integer :: n, i
  logical :: flag
  common /blk/ cb
  real :: cb(10)
  x = 1; y = 2; n = 3; cb = 4
  allocate(z(5)); z = 1
  !$omp target map(tofrom: x, y, n)
  x = x + 1
  call up(3)
  y = y + x + n
  !$omp end target
  print '(3f8.1,i4)', x(1), x(50), y(1), n
  !$omp target map(tofrom: x, z)
  z = z + 1
  call grow(2)
  x = x + sum(z)
  z = z * 2
  !$omp end target
  print '(f8.1,i3,f8.1)', x(7), size(z), z(1)
  names = ['abc     ', 'de      ', 'f       ']
  !$omp target map(tofrom: names, x)
  x = 1
  names(2) = rev(names(1))
  x(1) = len_trim(names(2))
  x(3:4) = two(x(1:2), 3)
  !$omp end target
  print '(a,1x,4f6.1)', trim(names(2)), x(1:4)
  !$omp target map(tofrom: x, flag)
  x = x + 1
  flag = even(8)
  if (flag) x = x * 2
  do i = 1, 4
    if (even(i)) then
      x(i) = x(i) + 100
      call up2(x(i), i)
    end if
    x = x + 1
  end do
  !$omp end target
  print '(l2,5f8.1)', flag, x(1:5)
  !$omp target map(tofrom: x) map(tofrom: cb)
  cb = cb + 1
  call common_user(2)
  x = x + cb(2)
  !$omp end target
  print '(2f8.1)', cb(1), x(9)
  ! assumed size with section argument
  !$omp target map(tofrom: x)
  x = 1
  call asz(x(3), 4)
  call asz(x(2:20:3), 4)
  t = x(3)
  x = x + t
  !$omp end target
  print '(20f6.1)', x(1:20)
  ! firstprivate scalar changed by a call
  n = 5
  !$omp target map(tofrom: x)
  x = n
  call inc(n, 2)
  x = x + n
  !$omp end target
  print '(f6.1,i4)', x(1), n
  ! in structure: while loop with call
  i = 0
  !$omp target map(tofrom: x, i)
  x = 0
  do while (i < 4)
    x = x + i
    call inc(i, 1)
  end do
  !$omp end target
  print '(f6.1,i4)', x(1), i
  a = 1; b = 3
  call absent(a); print '(3f7.1)', a(1:3)
  call absent(a, b); print '(3f7.1)', a(1:3)
  call absent(a, n=2); print '(3f7.1)', a(1:3)
  call pass(a); print '(3f7.1)', a(1:3)
  call pass(a, b); print '(3f7.1)', a(1:3)
  p => a; q => null()
  call ptrs(p, q); print '(3f7.1)', a(1:3)
  q => a
  call ptrs(p, q); print '(3f7.1)', a(1:3)
  q => b
  call ptrs(p, q); print '(6f7.1)', a(1:3), b(1:3)
contains
  recursive subroutine up(k)
    integer, value :: k
    x(k) = x(k) + 10
    n = n + 1
    if (k > 1) call up(k-1)
  end subroutine
  recursive subroutine up2(a, k)
    real, intent(inout) :: a
    integer, value :: k
    a = a + 1
    if (k > 1) call up2(a, k-1)
  end subroutine
  recursive subroutine grow(k)
    integer, value :: k
    z = [z, 5.0]
    if (k > 1) call grow(k-1)
  end subroutine
  recursive function rev(s) result(r)
    character(*), intent(in) :: s
    character(len(s)) :: r
    integer :: l
    l = len_trim(s)
    if (l <= 1) then
      r = s
    else
      r = s(l:l) // trim(rev(s(1:l-1)))
    end if
  end function
  recursive function two(a, k) result(r)
    real, intent(in) :: a(:)
    integer, intent(in) :: k
    real :: r(size(a))
    if (k == 0) then
      r = a
    else
      r = two(a, k-1) * 2
    end if
  end function
  recursive logical function even(k) result(r)
    integer, intent(in) :: k
    if (k == 0) then
      r = .true.
    else if (k == 1) then
      r = .false.
    else
      r = even(k-2)
    end if
  end function
  recursive subroutine common_user(k)
    integer, value :: k
    real :: c(10)
    common /blk/ c
    c(k) = c(k) + 50
    if (k > 1) call common_user(k-1)
  end subroutine
  recursive subroutine asz(a, k)
    integer, value :: k
    real :: a(*)
    a(k) = a(k) + k
    if (k > 1) call asz(a, k-1)
  end subroutine
  recursive subroutine inc(a, k)
    integer, intent(inout) :: a
    integer, value :: k
    a = a + 1
    if (k > 1) call inc(a, k-1)
  end subroutine
end program
!>     12.0     2.0    20.0   6
!>     22.0  7     4.0
!> cba    3.0   1.0  24.0   8.0
!>  T    12.0   110.0    54.0   126.0     8.0
!>     55.0    63.0
!>    3.0   4.0   4.0   5.0   8.0   7.0   3.0   6.0   3.0   3.0   7.0   3.0   3.0   3.0   3.0   3.0   3.0   3.0   3.0   3.0
!>   12.0   5
!>    6.0   4
!>     4.0    4.0    4.0
!>    16.0   16.0   16.0
!>    -2.0   -2.0   34.0
!>     1.0    1.0   37.0
!>     6.0    6.0   42.0
!>    14.0   14.0   86.0
!>    -2.0   -2.0  174.0
!>    -2.0   -2.0  350.0   -1.0   -1.0    3.0
