! stripped: no
! Reductions of the threads of a team and of the teams of a league, several at once, of arrays and of declared operations.
program team_reductions
  use omp_lib
  implicit none
  type pair
    integer :: low, high
  end type
  !$omp declare reduction(range: pair: omp_out = both(omp_out, omp_in)) initializer(omp_priv = pair(huge(1), -huge(1)))
  call threads
  call league
  call arrays
  call declared
contains
  pure type(pair) function both(a, b)
    type(pair), intent(in) :: a, b
    both%low = min(a%low, b%low)
    both%high = max(a%high, b%high)
  end function

  subroutine threads
    integer :: i, total, most, least, bits, n
    real(8) :: x
    complex :: z
    logical :: every, any_
    total = 1
    most = -5
    least = 500
    bits = 0
    x = 0.5d0
    z = (1.0, 0.0)
    every = .true.
    any_ = .false.
    n = 0
    !$omp target parallel num_threads(8) reduction(+: total, x, z, n) reduction(max: most) reduction(min: least) &
    !$omp& reduction(ior: bits) reduction(.and.: every) reduction(.or.: any_) map(tofrom: total, most, least, bits, x, z, every, any_)
    n = n + omp_get_num_threads()
    !$omp do
    do i = 1, 100
      total = total + i
      most = max(most, mod(i * 37, 101))
      least = min(least, mod(i * 37, 101))
      bits = ior(bits, i)
      x = x + 0.25d0 * i
      z = z + cmplx(i, -i)
      every = every .and. i > 0
      any_ = any_ .or. i == 77
    end do
    !$omp end target parallel
    print *, total, most, least, bits, every, any_, n
    print '(f10.3, 2f10.1)', x, z
  end subroutine

  subroutine league
    integer :: s, m, i
    real(8) :: d
    real :: r
    s = 0
    m = 0
    d = 0
    r = 0
    !$omp target teams num_teams(4) thread_limit(8) reduction(+: s, d, r) reduction(max: m) map(tofrom: s, d, r, m)
    s = s + 1
    !$omp parallel num_threads(8) reduction(+: s, d, r) reduction(max: m)
    s = s + 10
    d = d + 0.5d0
    r = r + 0.25
    m = max(m, 8 * omp_get_team_num() + omp_get_thread_num())
    !$omp end parallel
    !$omp end target teams
    print *, s, m
    print '(2f8.2)', d, r
    i = 0
  end subroutine

  subroutine arrays
    integer :: h(4), i, team(3)
    h = 0
    team = 0
    !$omp target parallel num_threads(8) reduction(+: h) map(tofrom: h)
    !$omp do
    do i = 1, 100
      h(mod(i, 4) + 1) = h(mod(i, 4) + 1) + i
    end do
    h(1) = h(1) + 10000 * (omp_get_thread_num() / 7)
    !$omp end target parallel
    print *, h
    !$omp target teams num_teams(4) thread_limit(8) reduction(+: team) map(tofrom: team)
    !$omp parallel num_threads(8) reduction(+: team)
    team(1) = team(1) + 1
    team(2) = team(2) + omp_get_thread_num()
    team(3) = team(3) + omp_get_team_num()
    !$omp end parallel
    !$omp end target teams
    print *, team
  end subroutine

  subroutine declared
    type(pair) :: p
    integer :: i
    p = pair(huge(1), -huge(1))
    !$omp target parallel do num_threads(8) reduction(range: p) map(tofrom: p)
    do i = 1, 50
      p = both(p, pair(mod(i * 17, 53), mod(i * 17, 53)))
    end do
    print *, p
  end subroutine
end program
!>         5051         100           1         127 T T          64
!>   1263.000    5051.0   -5050.0
!>          324          31
!>    16.00    8.00
!>        11300        1225        1250        1275
!>           32         112          48
!>            1          52
