! regions: on the device
! Objects of allocatable arrays, at any depth, picked by variables of the host and of loops.
program objects_picked_in_allocatables
  implicit none
  type leaf
    real, allocatable :: w(:)
    integer, allocatable :: t(:, :)
  end type
  type twig
    type(leaf), allocatable :: p(:)
  end type
  type branch
    integer :: n = 0
    type(twig), allocatable :: q(:, :)
  end type
  type(leaf), allocatable :: os(:)
  type(twig), allocatable :: ts(:)
  type(branch), allocatable :: bs(:)
  integer :: i, j, k, l
  allocate (os(0:3))
  do k = 0, 3
    allocate (os(k)%w(10))
    os(k)%w = k
  end do
  k = 2
  !$omp target teams distribute parallel do map(tofrom: os)
  do i = 1, 10
    os(k)%w(i) = os(k)%w(i) * 2 + i
  end do
  print *, nint(os(2)%w)
  !$omp target teams distribute parallel do
  do i = 1, 10
    os(k + 1)%w(i) = os(k)%w(i) + 1
  end do
  print *, nint(os(3)%w)
  !$omp target data map(tofrom: os)
  do k = 0, 3
    !$omp target teams distribute parallel do
    do i = 1, 10
      os(k)%w(i) = os(k)%w(i) + 100 * k
    end do
  end do
  !$omp end target data
  print *, nint(os(0)%w(10)), nint(os(1)%w(10)), nint(os(2)%w(10)), nint(os(3)%w(10))
  !$omp target teams distribute parallel do collapse(2)
  do k = 0, 3
    do i = 1, 10
      os(k)%w(i) = os(k)%w(i) - 100 * k
    end do
  end do
  print *, nint(os(0)%w(10)), nint(os(1)%w(10)), nint(os(2)%w(10)), nint(os(3)%w(10))

  allocate (ts(3))
  do k = 1, 3
    allocate (ts(k)%p(-1:k))
    do j = -1, k
      allocate (ts(k)%p(j)%w(k + 2), source = real(10 * k + j))
      allocate (ts(k)%p(j)%t(0:1, k), source = j)
    end do
  end do
  !$omp target teams distribute parallel do private(i, j) map(tofrom: ts)
  do k = 1, 3
    do j = -1, k
      do i = 1, k + 2
        ts(k)%p(j)%w(i) = ts(k)%p(j)%w(i) + i
      end do
      ts(k)%p(j)%t(1, k) = sum(ts(k)%p(j)%t(0, :)) + ubound(ts(k)%p, 1)
    end do
  end do
  do k = 1, 3
    do j = -1, k
      print *, nint(ts(k)%p(j)%w), ts(k)%p(j)%t
    end do
  end do

  allocate (bs(2))
  do k = 1, 2
    allocate (bs(k)%q(2, 0:k))
    do j = 0, k
      do i = 1, 2
        allocate (bs(k)%q(i, j)%p(k))
        do l = 1, k
          if (i /= j) allocate (bs(k)%q(i, j)%p(l)%w(3), source = real(100 * k + 10 * i + j))
        end do
      end do
    end do
  end do
  !$omp target teams distribute parallel do private(i, j, l) map(tofrom: bs)
  do k = 1, 2
    do j = 0, k
      do i = 1, 2
        do l = 1, k
          if (allocated(bs(k)%q(i, j)%p(l)%w)) bs(k)%q(i, j)%p(l)%w(2) = bs(k)%q(i, j)%p(l)%w(2) + 1000 * l
        end do
      end do
    end do
  end do
  do k = 1, 2
    do j = 0, k
      do i = 1, 2
        do l = 1, k
          if (i /= j) print *, k, i, j, l, nint(bs(k)%q(i, j)%p(l)%w)
        end do
      end do
    end do
  end do
end program
!>            5           6           7           8           9          10          11          12          13          14
!>            6           7           8           9          10          11          12          13          14          15
!>            0         101         214         315
!>            0           1          14          15
!>           10          11          12          -1           0
!>           11          12          13           0           1
!>           12          13          14           1           2
!>           20          21          22          23          -1          -1          -1           0
!>           21          22          23          24           0           0           0           2
!>           22          23          24          25           1           1           1           4
!>           23          24          25          26           2           2           2           6
!>           30          31          32          33          34          -1          -1          -1          -1          -1           0
!>           31          32          33          34          35           0           0           0           0           0           3
!>           32          33          34          35          36           1           1           1           1           1           6
!>           33          34          35          36          37           2           2           2           2           2           9
!>           34          35          36          37          38           3           3           3           3           3          12
!>            1           1           0           1         110        1110         110
!>            1           2           0           1         120        1120         120
!>            1           2           1           1         121        1121         121
!>            2           1           0           1         210        1210         210
!>            2           1           0           2         210        2210         210
!>            2           2           0           1         220        1220         220
!>            2           2           0           2         220        2220         220
!>            2           2           1           1         221        1221         221
!>            2           2           1           2         221        2221         221
!>            2           1           2           1         212        1212         212
!>            2           1           2           2         212        2212         212
