program pointer_bounds
  implicit none
  integer, allocatable :: a(:), b(:,:), c(:)
  real, pointer :: p(:), q(:,:), r(:)
  real, target :: t(24), u(4,6)
  integer :: i, n
  allocate(a(-2:5), b(0:2,3), c(8))
  a = [(i, i=-2,5)]; b = 1; c = 0
  t = [(real(i), i=1,24)]
  u = reshape(t, [4,6])
  p => t(2:24:3)
  q(0:3,-1:1) => t(1:12)
  r => u(2,:)
  n = lbound(a,1)
  !$omp target teams workdistribute
  a(n:3) = a(n+2:5)
  b(0,:) = a(0:2)
  c = a * 2
  p = p + 100
  p(2:) = p(:size(p)-1)
  !$omp end target teams workdistribute
  print *, a, b, c
  print '(8f7.1)', p, t
  !$omp target teams workdistribute
  q(0:2,:) = q(1:3,:) * 2
  q = q + 1
  !$omp end target teams workdistribute
  !$omp target teams workdistribute
  r = r(6:1:-1)
  r(1:3) = r(4:6) * 0.5
  !$omp end target teams workdistribute
  print '(8f7.1)', t
  print '(4f7.1)', u
  print *, lbound(q), ubound(q)
  p => u(:,3)
  r => u(4:1:-1,3)
  !$omp target teams workdistribute
  p = r
  !$omp end target teams workdistribute
  print '(4f7.1)', u
  deallocate(a)
  allocate(a(3)); a = [5,6,7]
  do i = 1, 3
    !$omp target teams workdistribute firstprivate(i)
    a = a + i
    a(i:) = a(i:) * 2
    !$omp end target teams workdistribute
  end do
  print *, a
end program
!>            0           1           2           3           4           5           4           5           2           1           1           3           1           1           4           1           1           0           2           4           6           8          10           8          10
!>   102.0  102.0  105.0  108.0  111.0  114.0  117.0  120.0
!>     1.0  102.0    3.0    4.0  102.0    6.0    7.0  105.0
!>     9.0   10.0  108.0   12.0   13.0  111.0   15.0   16.0
!>   114.0   18.0   19.0  117.0   21.0   22.0  120.0   24.0
!>   205.0    7.0    9.0    5.0   13.0   15.0  211.0  106.0
!>    21.0  217.0   25.0   13.0   13.0  111.0   15.0   16.0
!>   114.0   18.0   19.0  117.0   21.0   22.0  120.0   24.0
!>     1.0    5.0    3.0    4.0
!>     5.0    3.0    7.0    8.0
!>     9.0    1.0   11.0   12.0
!>    13.0   10.0   15.0   16.0
!>    17.0    6.0   19.0   20.0
!>    21.0    2.0   23.0   24.0
!>            0          -1           3           1
!>     1.0    5.0    3.0    4.0
!>     5.0    3.0    7.0    8.0
!>    12.0   11.0    1.0    9.0
!>    13.0   10.0   15.0   16.0
!>    17.0    6.0   19.0   20.0
!>    21.0    2.0   23.0   24.0
!>           17          35          78
