! Numbers, strings and arrays of objects in allocatable components of picked objects, beside components of theirs.
! offload: default
! regions: on the device
module trees
  implicit none
  type pair
    real :: a = 1, b(2) = 2
  end type
  type leaf
    integer :: n = 1
    integer, allocatable :: w(:)
    real :: f(3) = 0
    type(pair) :: inner
    character(3) :: name = 'abc'
  end type
  type tree
    type(leaf), allocatable :: l(:)
    type(leaf), allocatable :: one
    type(leaf), allocatable :: grid(:, :)
    integer :: total = 0
  end type
end module
program objects_in_objects_numbers
  use trees
  implicit none
  type(tree), allocatable :: t(:)
  integer :: i, j, k, s(4)
  allocate(t(4))
  do i = 1, 4
    allocate(t(i)%l(0:i), t(i)%one, t(i)%grid(2, -1:1))
    do j = 0, i
      t(i)%l(j)%n = 10*i + j
      allocate(t(i)%l(j)%w(2), source=[j, i])
    end do
    t(i)%one%n = 7
  end do
  s = 0
  !$omp target teams distribute parallel do map(tofrom: t, s) private(j)
  do i = 1, 4
    do j = 0, i
      s(i) = s(i) + t(i)%l(j)%n + t(i)%l(j)%w(2)
      t(i)%l(j)%n = t(i)%l(j)%n + 1
      t(i)%l(j)%w(1) = t(i)%l(j)%w(1) - 1
      t(i)%l(j)%f(2) = i + j
      t(i)%l(j)%inner%b(1) = t(i)%l(j)%inner%b(2) + t(i)%l(j)%inner%a
      if (j == 2) t(i)%l(j)%name(2:2) = 'x'
    end do
    t(i)%total = s(i)
  end do
  print '(4i5)', s, t%total
  do i = 1, 4
    print '(*(i4))', t(i)%l%n, (t(i)%l(j)%w, j = 0, i)
    print '(*(f5.1))', (t(i)%l(j)%f, t(i)%l(j)%inner%b, j = 0, i)
    print '(*(1x, a))', t(i)%l%name
  end do
  !$omp target enter data map(to: t)
  !$omp target teams distribute parallel do map(tofrom: s)
  do i = 1, 4
    t(i)%one%n = t(i)%one%n + i
    s(i) = t(i)%one%n
  end do
  !$omp target teams distribute parallel do collapse(2) private(k)
  do i = 1, 4
    do j = -1, 1
      do k = 1, 2
        t(i)%grid(k, j)%n = 100*i + 10*k + j
        t(i)%grid(k, j)%inner%a = size(t(i)%grid, 2) + lbound(t(i)%grid, 2)
      end do
    end do
  end do
  !$omp target exit data map(from: t)
  print '(4i5)', s, (t(i)%one%n, i = 1, 4)
  do i = 1, 4
    print '(*(i5))', t(i)%grid%n
    print '(*(f5.1))', t(i)%grid%inner%a
  end do
end program
!>    23   69  138  230
!>    23   69  138  230
!>   11  12  -1   1   0   1
!>   0.0  1.0  0.0  3.0  2.0  0.0  2.0  0.0  3.0  2.0
!>  abc abc
!>   21  22  23  -1   2   0   2   1   2
!>   0.0  2.0  0.0  3.0  2.0  0.0  3.0  0.0  3.0  2.0  0.0  4.0  0.0  3.0  2.0
!>  abc abc axc
!>   31  32  33  34  -1   3   0   3   1   3   2   3
!>   0.0  3.0  0.0  3.0  2.0  0.0  4.0  0.0  3.0  2.0  0.0  5.0  0.0  3.0  2.0  0.0  6.0  0.0  3.0  2.0
!>  abc abc axc abc
!>   41  42  43  44  45  -1   4   0   4   1   4   2   4   3   4
!>   0.0  4.0  0.0  3.0  2.0  0.0  5.0  0.0  3.0  2.0  0.0  6.0  0.0  3.0  2.0  0.0  7.0  0.0  3.0  2.0  0.0  8.0  0.0  3.0  2.0
!>  abc abc axc abc abc
!>     8    9   10   11
!>     8    9   10   11
!>   109  119  110  120  111  121
!>   2.0  2.0  2.0  2.0  2.0  2.0
!>   209  219  210  220  211  221
!>   2.0  2.0  2.0  2.0  2.0  2.0
!>   309  319  310  320  311  321
!>   2.0  2.0  2.0  2.0  2.0  2.0
!>   409  419  410  420  411  421
!>   2.0  2.0  2.0  2.0  2.0  2.0
