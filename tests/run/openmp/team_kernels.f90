! stripped: no
! Kernels of two levels: teams whose threads work together, with numbers, barriers and memory that a team shares.
program team_kernels
  use omp_lib
  implicit none
  call numbers
  call exchange
  call team_variables
  call inner_loops
  call sequential_and_parallel
  call one_team
contains
  subroutine numbers
    integer :: a(0:7, 0:3), n(0:7, 0:3), teams(0:3), i, j
    logical :: inside(0:3)
    a = -1
    n = 0
    teams = 0
    !$omp target teams num_teams(4) thread_limit(8) map(tofrom: a, n, teams, inside)
    teams(omp_get_team_num()) = omp_get_num_teams()
    !$omp parallel num_threads(8)
    a(omp_get_thread_num(), omp_get_team_num()) = 100 * omp_get_team_num() + omp_get_thread_num()
    n(omp_get_thread_num(), omp_get_team_num()) = omp_get_num_threads() + 10 * omp_get_level()
    if (omp_get_thread_num() == 3) inside(omp_get_team_num()) = omp_in_parallel()
    !$omp end parallel
    !$omp end target teams
    do j = 0, 3
      do i = 0, 7
        if (a(i, j) /= 100 * j + i) print *, 'number', i, j, a(i, j)
        if (n(i, j) /= 18) print *, 'threads', i, j, n(i, j)
      end do
    end do
    print *, 'numbers', teams, inside
  end subroutine

  ! What others wrote before a barrier is there after it.
  subroutine exchange
    integer :: a(8, 4), t, i, next
    a = 0
    !$omp target teams num_teams(4) thread_limit(8) map(tofrom: a) private(t)
    t = omp_get_team_num() + 1
    !$omp parallel num_threads(8) private(i, next)
    i = omp_get_thread_num() + 1
    next = mod(i, 8) + 1
    a(i, t) = i * t
    !$omp barrier
    i = a(next, t)
    !$omp barrier
    a(omp_get_thread_num() + 1, t) = i
    !$omp end parallel
    !$omp end target teams
    print *, 'exchange', a(:, 1), sum(a(:, 2)), sum(a(:, 3)), a(8, 4)
  end subroutine

  ! Variables and arrays that belong to a team, written by its threads.
  subroutine team_variables
    integer :: r(3), i, total
    integer :: w(16)
    real :: x
    logical(1) :: seen(5)
    r = 0
    !$omp target teams num_teams(3) thread_limit(8) map(tofrom: r) private(w, x, total, seen)
    total = 0
    seen = .false.
    x = omp_get_team_num() + 0.5
    !$omp parallel do num_threads(8)
    do i = 1, 16
      w(i) = i + int(x * 2)
    end do
    !$omp parallel do num_threads(8) reduction(+: total)
    do i = 1, 16
      total = total + w(17 - i)
    end do
    !$omp parallel do num_threads(8)
    do i = 1, 5
      seen(i) = mod(i, 2) == 1
    end do
    r(omp_get_team_num() + 1) = total + 1000 * count(seen)
    !$omp end target teams
    print *, 'team_variables', r
  end subroutine

  subroutine inner_loops
    integer :: a(30, 10), i, j, k, s(10)
    real :: base
    a = 0
    s = 0
    !$omp target teams distribute num_teams(4) map(tofrom: a, s) private(base, k)
    do j = 1, 10
      base = j * 10
      !$omp parallel do schedule(static, 3)
      do i = 1, 30
        a(i, j) = int(base) + i
      end do
      k = 0
      !$omp parallel do reduction(+: k)
      do i = 1, 30
        k = k + a(i, j)
      end do
      s(j) = k
    end do
    print *, 'inner_loops', sum(a), s
    a = 0
    !$omp target teams num_teams(4) map(tofrom: a)
    !$omp distribute dist_schedule(static, 2)
    do j = 1, 10
      !$omp parallel do collapse(1) schedule(dynamic, 2)
      do i = j, 30, 3
        !$omp atomic
        a(i, j) = a(i, j) + i
      end do
    end do
    !$omp end target teams
    print *, sum(a), a(4, 1), a(10, 10), a(30, 9)
  end subroutine

  ! Sequential code of a team between parallel constructs, in loops and choices.
  subroutine sequential_and_parallel
    integer :: a(8), i, step, n, t(2)
    a = 0
    t = 0
    !$omp target teams num_teams(2) thread_limit(8) map(tofrom: a, t) private(step, n, i)
    if (omp_get_team_num() == 0) then
      n = 0
      do step = 1, 5
        n = n + step
        if (mod(step, 2) == 1) then
          !$omp parallel do num_threads(8)
          do i = 1, 8
            a(i) = a(i) + n * i
          end do
        else
          a(1) = a(1) + 1000
        end if
        if (a(2) > 1000000) exit
      end do
      t(1) = n
    else
      n = 7
      !$omp parallel num_threads(4) private(i)
      i = omp_get_thread_num()
      !$omp critical
      n = n + i + omp_get_num_threads()
      !$omp end critical
      !$omp end parallel
      t(2) = n
    end if
    !$omp end target teams
    print *, 'sequential', a, t
  end subroutine

  subroutine one_team
    integer :: a(6), order(6), n, i, first, at
    a = 0
    order = 0
    n = 0
    at = 0
    first = -1
    !$omp target parallel num_threads(6) map(tofrom: a, n, order, at, first) private(i)
    i = omp_get_thread_num() + 1
    a(i) = omp_get_num_threads()
    !$omp single
    first = 5
    !$omp end single
    !$omp atomic
    n = n + first
    !$omp barrier
    !$omp masked
    n = n + 1
    !$omp end masked
    !$omp sections
    !$omp section
    order(1) = 1
    !$omp section
    order(2) = 2
    !$omp end sections
    !$omp do ordered
    do i = 3, 6
      !$omp ordered
      at = at + 1
      order(i) = at
      !$omp end ordered
    end do
    !$omp end target parallel
    print *, 'one_team', a, n, order, first
  end subroutine
end program

!>  numbers           4           4           4           4 T T T T
!>  exchange           2           3           4           5           6           7           8           1          72         108           4
!>  team_variables        3152        3184        3216
!>  inner_loops       21150         765        1065        1365        1665        1965        2265        2565        2865        3165        3465
!>         1501           4          10          30
!>  sequential        2022          44          66          88         110         132         154         176          15          29
!>  one_team           6           6           6           6           6           6          31           1           2           1           2           3           4           5
