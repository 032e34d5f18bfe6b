! regions: on the device
! stripped: no
! A team has one copy of a variable for all its iterations of a loop, also where the construct is a combined one.
program one_team
  implicit none
  integer :: s, i, a(8), w(3), n
  integer, allocatable :: v(:)
  s = 100
  !$omp target teams distribute num_teams(1) firstprivate(s) map(from: a)
  do i = 1, 8
    s = s + 1
    a(i) = s
  end do
  print '(8i5)', a
  !$omp target teams distribute num_teams(2) firstprivate(s) map(from: a)
  do i = 1, 8
    s = s + 1
    a(i) = s
  end do
  print '(8i5)', a
  w = 0
  n = 1
  !$omp target teams distribute num_teams(1) firstprivate(w) map(from: a)
  do i = 1, 8
    w(1) = w(1) + 1
    a(i) = w(1)
  end do
  print '(8i5)', a
  !$omp target teams distribute num_teams(1) private(v) map(from: a)
  do i = 1, 8
    if (.not. allocated(v)) then
      allocate (v(2))
      v = 7
    end if
    v = v + i
    a(i) = v(2)
  end do
  print '(8i5)', a
  ! How many teams there are is open here: each begins with the value.
  !$omp target teams distribute firstprivate(s) map(from: a)
  do i = 1, 8
    s = s + 1
    a(i) = min(s, 101)
  end do
  print '(8i5)', a
  !$omp teams distribute num_teams(n) firstprivate(s)
  do i = 1, 8
    s = s + 1
    a(i) = s
  end do
  print '(8i5)', a
end program
!>   101  102  103  104  105  106  107  108
!>   101  102  103  104  101  102  103  104
!>     1    2    3    4    5    6    7    8
!>     8   10   13   17   22   28   35   43
!>   101  101  101  101  101  101  101  101
!>   101  102  103  104  105  106  107  108
