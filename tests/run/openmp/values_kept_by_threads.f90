! regions: on the device
! stripped: no
! What a thread makes of its private arrays and objects in an iteration its later iterations find.
program values_kept_by_threads
  implicit none
  type counter
    integer :: n = 3
    real :: x(2) = [1.0, 2.0]
  end type
  type bare
    integer :: n
    logical :: flags(2)
  end type
  type(counter) :: o, os(2)
  type(bare) :: u
  integer :: a(3), r(8), i, k, c(2)
  logical :: seen(2)
  character(3) :: names(2)

  !$omp target parallel do private(o) num_threads(1) map(from: r)
  do i = 1, 8
    o%n = o%n + 1
    r(i) = o%n
  end do
  print '(a, 8i5)', 'object    ', r

  !$omp target teams distribute parallel do private(o) num_teams(1) num_threads(2) schedule(static) map(from: r)
  do i = 1, 8
    o%n = o%n + 1
    o%x(2) = o%x(2) + o%x(1)
    r(i) = o%n + 10 * int(o%x(2))
  end do
  print '(a, 8i5)', 'of two    ', r

  !$omp target parallel do private(os) num_threads(1) map(from: r)
  do i = 1, 8
    os(1 + mod(i, 2))%n = os(1 + mod(i, 2))%n + i
    r(i) = os(1)%n * 100 + os(2)%n
  end do
  print '(a, 8i5)', 'objects   ', r

  !$omp target parallel do private(a) num_threads(1) map(from: r)
  do i = 1, 8
    if (i == 1) a = 0
    a(1 + mod(i, 3)) = a(1 + mod(i, 3)) + 1
    r(i) = a(1) * 100 + a(2) * 10 + a(3)
  end do
  print '(a, 8i5)', 'array     ', r

  !$omp target teams distribute parallel do private(a) num_teams(2) num_threads(1) map(from: r)
  do i = 1, 8
    if (i == 1 .or. i == 5) a = 0
    a(2) = a(2) + i
    r(i) = a(2)
  end do
  print '(a, 8i5)', 'of teams  ', r

  !$omp target teams distribute private(a) num_teams(2) map(from: r)
  do i = 1, 8
    if (i == 1 .or. i == 5) a = 0
    a(2) = a(2) + i
    r(i) = a(2)
  end do
  print '(a, 8i5)', 'distribute', r

  !$omp target parallel do private(a) num_threads(2) schedule(static, 2) map(from: r)
  do i = 1, 8
    if (i <= 3 .and. mod(i, 2) == 1) a = 0
    a(3) = a(3) + i
    r(i) = a(3)
  end do
  print '(a, 8i5)', 'chunks    ', r

  ! The iterations of a chunk are of one thread, however many there are.
  !$omp target parallel do private(a) schedule(static, 4) map(from: r)
  do i = 1, 8
    if (mod(i, 4) == 1) a = 0
    a(3) = a(3) + i
    r(i) = a(3)
  end do
  print '(a, 8i5)', 'chunk     ', r

  !$omp target parallel do private(u) num_threads(1) map(from: r)
  do i = 1, 8
    if (i == 1) then
      u%n = 0
      u%flags = .false.
    end if
    u%flags(1 + mod(i, 2)) = .not. u%flags(1 + mod(i, 2))
    u%n = u%n + count(u%flags)
    r(i) = u%n
  end do
  print '(a, 8i5)', 'bare      ', r

  !$omp target parallel do private(seen) num_threads(1) map(from: r)
  do i = 1, 8
    if (i == 1) seen = .false.
    r(i) = merge(1, 0, seen(1)) + merge(10, 0, seen(2))
    if (mod(i, 3) == 0) seen(1) = .not. seen(1)
    if (mod(i, 2) == 0) seen(2) = .not. seen(2)
  end do
  print '(a, 8i5)', 'logicals  ', r

  !$omp target parallel do private(names) num_threads(1) map(from: r)
  do i = 1, 8
    if (i == 1) names = 'aaa'
    names(1 + mod(i, 2))(2:2) = 'b'
    if (i == 4) names(1) = 'xyz'
    r(i) = iachar(names(1)(2:2)) + 100 * iachar(names(2)(2:2))
  end do
  print '(a, 8i6)', 'strings   ', r

  a = [1, 2, 3]
  !$omp target parallel do firstprivate(a) num_threads(1) map(from: r)
  do i = 1, 8
    a(2) = a(2) + a(1)
    r(i) = a(2)
  end do
  print '(a, 8i5)', 'first     ', r

  o%n = 7
  !$omp target parallel do firstprivate(o) num_threads(1) map(from: r)
  do i = 1, 8
    o%n = o%n + 1
    r(i) = o%n
  end do
  print '(a, 8i5)', 'first obj.', r

  ! LASTPRIVATE: the last iteration gives all of it a value.
  !$omp target parallel do lastprivate(c) num_threads(1) map(from: r)
  do i = 1, 8
    if (i == 1) c = 0
    c = c + [1, i]
    r(i) = c(2)
  end do
  print '(a, 8i5)', 'last      ', r
  print *, c

  !$omp target parallel num_threads(1) map(from: r)
  !$omp sections private(a)
  !$omp section
  a = 5
  r = 0
  !$omp section
  a(2) = a(2) + 1
  r(2) = a(2)
  !$omp section
  a(2) = a(2) + a(1)
  r(3) = a(2)
  !$omp end sections
  !$omp end target parallel
  print '(a, 8i5)', 'sections  ', r

  ! One thread of no parallel construct.
  !$omp target map(from: r)
  !$omp do private(a)
  do i = 1, 8
    if (i == 1) a = 0
    a(2) = a(2) + 1
    r(i) = a(2)
  end do
  !$omp end target
  print '(a, 8i5)', 'alone     ', r

  ! Tasks have as many iterations as the program says.
  !$omp target map(from: r)
  !$omp taskloop private(o) grainsize(1)
  do i = 1, 8
    o%n = o%n + 1
    r(i) = o%n
  end do
  !$omp taskloop private(o) num_tasks(4) collapse(2)
  do i = 3, 1, -2
    do k = 1, 2
      o%n = o%n + 10
      r(2 * i + k) = o%n
    end do
  end do
  !$omp end target
  print '(a, 8i5)', 'tasks     ', r
  !$omp target map(from: r)
  !$omp taskloop private(o) grainsize(strict: 3)
  do i = 1, 8
    o%n = o%n + 1
    r(i) = o%n
  end do
  !$omp end target
  print '(a, 8i5)', 'strict    ', r
  a(1) = 4
  !$omp target map(from: r)
  !$omp taskloop firstprivate(a) grainsize(strict: 2)
  do i = 1, 8
    a(1) = a(1) + 1
    r(i) = a(1)
  end do
  !$omp end target
  print '(a, 8i5)', 'first     ', r
end program
!> object        4    5    6    7    8    9   10   11
!> of two       34   45   56   67   34   45   56   67
!> objects     304  504  507  907  912 1512 1519 2319
!> array        10   11  111  121  122  222  232  233
!> of teams      1    3    6   10    5   11   18   26
!> distribute    1    3    6   10    5   11   18   26
!> chunks        1    3    3    7    8   14   14   22
!> chunk         1    3    6   10    5   11   18   26
!> bare          1    3    4    4    5    7    8    8
!> logicals      0    0   10   11    1    1   10   10
!> strings     9897  9898  9898  9921  9921  9898  9898  9898
!> first         3    4    5    6    7    8    9   10
!> first obj.    8    9   10   11   12   13   14   15
!> last          1    3    6   10   15   21   28   36
!>            8          36
!> sections      0    6   11    0    0    0    0    0
!> alone         1    2    3    4    5    6    7    8
!> tasks         4    4   13   13    4    4   13   13
!> strict        4    5    6    4    5    6    4    5
!> first         5    6    5    6    5    6    5    6
