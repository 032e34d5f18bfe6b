! stripped: no
module m
  integer, save :: counter = 10, vec(3) = 1
  real(8), allocatable, save :: buf(:)
  !$omp threadprivate(counter, vec, buf)
  integer :: c1
  real :: c2(4)
  common /shared_blk/ c1, c2
  !$omp threadprivate(/shared_blk/)
contains
  subroutine bump(k)
    integer, intent(in) :: k
    counter = counter + k
    vec(2) = vec(2) + k
    c1 = c1 + k
    c2 = c2 + 1
  end subroutine
end module
program c
  use omp_lib
  use m
  implicit none
  integer :: i, j, res(0:3), r2(0:3), x, y(3), log(20), n, first, z
  real(8), allocatable :: p(:)
  character(5) :: ch
  integer, save :: sv = 3
  !$omp threadprivate(sv)
  call omp_set_num_threads(4)
  counter = 100; vec = 7; c1 = 5; c2 = 2.5; sv = 8
  allocate(buf(2)); buf = [1.5d0, 2.5d0]
  !$omp parallel copyin(counter, vec, c1, c2, buf, sv) private(i)
  i = omp_get_thread_num()
  call bump(i)
  buf = buf + i
  sv = sv + i
  res(i) = counter + vec(2)*1000 + c1 * 1000000
  r2(i) = nint(10*sum(c2)) + nint(sum(buf)) * 1000 + sv*1000000
  !$omp end parallel
  print *, res
  print *, r2
  !$omp parallel
  res(omp_get_thread_num()) = counter
  !$omp end parallel
  print *, res
  ! copyprivate
  r2 = 0
  allocate(p(2)); p = 0
  !$omp parallel private(x, y, ch) firstprivate(p)
  x = -1; y = -1; ch = ' '
  !$omp single
  x = 42; y = [1,2,3]; ch = 'hello'; p = [3d0, 4d0, 5d0]
  counter = 77
  !$omp end single copyprivate(x, y, ch, p, counter)
  r2(omp_get_thread_num()) = x + sum(y)*100 + nint(sum(p))*10000 + counter * 1000000
  if (ch /= 'hello') r2(omp_get_thread_num()) = -1
  !$omp end parallel
  print *, r2, size(p)
  ! ordered
  n = 0
  !$omp parallel do ordered schedule(dynamic)
  do i = 1, 20
    x = i
    !$omp ordered
    n = n + 1
    log(n) = i
    !$omp end ordered
  end do
  print '(20i3)', log
  n = 0
  !$omp parallel do ordered schedule(static, 2) private(x)
  do i = 20, 1, -1
    if (mod(i, 3) == 0) then
    !$omp ordered
    n = n + 1
    log(n) = i
    !$omp end ordered
    end if
  end do
  print '(20i3)', log(1:n)
  ! sections
  res = 0
  x = 5; z = 0
  !$omp parallel sections firstprivate(x) lastprivate(j) reduction(+:z)
  !$omp section
  res(0) = x; j = 1; z = z + 1
  !$omp section
  res(1) = x + 1; j = 2; z = z + 10
  !$omp section
  res(2) = x + 2; j = 3; z = z + 100
  !$omp end parallel sections
  print *, res(0:2), j, z
  !$omp parallel
  !$omp sections
  res(3) = 9
  !$omp section
  res(2) = 8
  !$omp end sections nowait
  !$omp end parallel
  print *, res
  ! firstprivate + lastprivate
  x = 3
  !$omp parallel do firstprivate(x) lastprivate(x) schedule(static)
  do i = 1, 40
    x = x + i
  end do
  print *, x
  ! masked, nested loops
  n = 0
  !$omp parallel reduction(+:n)
  !$omp masked
  n = n + 1
  !$omp end masked
  !$omp masked filter(2)
  n = n + 10
  !$omp end masked
  do j = 1, 100
    do i = 1, 10
      n = n + 1
    end do
  end do
  !$omp end parallel
  print *, n
  first = 0
  !$omp parallel
  do j = 1, 50
    call touch(j, first)
  end do
  !$omp end parallel
  print *, first
contains
  subroutine touch(k, f)
    integer :: k, f
    integer :: q
    q = k
    do while (q > 0)
      q = q - 1
    end do
    !$omp atomic
    f = f + k
  end subroutine
end program
!>      5007100     6008101     7009102     8010103
!>      8004140     9006140    10008140    11010140
!>          100         101         102         103
!>     77120642    77120642    77120642    77120642           2
!>   1  2  3  4  5  6  7  8  9 10 11 12 13 14 15 16 17 18 19 20
!>  18 15 12  9  6  3
!>            5           6           7           3         111
!>            5           6           8           9
!>          358
!>         4011
!>         5100
