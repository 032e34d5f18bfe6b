! options: -fdo-concurrent=device
! offload: default
! Each iteration of DO CONCURRENT has its own objects of LOCAL and LOCAL_INIT, also where threads
! run several, with all of it in a region like !$omp target.
program concurrent_own_objects
  implicit none
  type t
    integer, allocatable :: v(:)
    integer :: k = 3
  end type t
  type(t) :: o
  integer :: i, w(2), n
  integer :: r(1000)
  n = 1000
  allocate (o%v(3)); o%v = 5
  w = [1, 2]
  do concurrent (i = 1:n) local(o)
    allocate (o%v(2))
    o%v = i
    r(i) = sum(o%v) + o%k
    o%k = 9
  end do
  print *, all(r == [(2 * i + 3, i = 1, n)]), o%v, o%k
  do concurrent (i = 1:n) local_init(o, w)
    o%v(1) = o%v(1) + i
    w(1) = w(1) + i
    r(i) = o%v(1) + w(1)
  end do
  print *, all(r == [(2 * i + 6, i = 1, n)]), o%v, w
  do concurrent (i = 1:n) local_init(w)
    w(2) = w(2) + i
    r(i) = w(2)
  end do
  print *, all(r == [(i + 2, i = 1, n)]), w
end program concurrent_own_objects
!>  T           5           5           5           3
!>  T           5           5           5           1           2
!>  T           1           2
