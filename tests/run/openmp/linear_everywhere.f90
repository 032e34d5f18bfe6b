! LINEAR on every loop: steps of any sign and kind, empty loops, collapsed and dependent loops, SIMD alone, tasks, pointers,
! orphaned loops.
module linear_procedures
  implicit none
contains
  ! In whatever team: `k` begins with its value and goes on by `step`.
  subroutine orphan(n, step, k, ok)
    integer, intent(in) :: n
    integer(2), intent(in) :: step
    integer(8), intent(inout) :: k
    logical, intent(inout) :: ok
    integer :: i
    integer(8) :: first
    first = 40
    !$omp do schedule(guided) linear(k:step)
    do i = n, 1, -1
      if (k /= first + step*int(n - i, 8)) ok = .false.
      k = k + step
    end do
  end subroutine orphan
end module linear_procedures

program linear_everywhere
  use linear_procedures
  implicit none
  integer :: i, j, t, n, m(3)
  integer(1) :: small
  integer(2) :: short
  integer(4) :: k
  integer(8) :: long
  integer, pointer :: p, q(:)
  logical :: ok
  integer, parameter :: teams(3) = [1, 2, 7]
  do t = 1, 3
    ok = .true.
    ! Every kind, steps from an expression.
    small = 3
    short = -5
    k = 100
    long = 2_8**40
    n = 23
    !$omp parallel do num_threads(teams(t)) schedule(dynamic, 2) linear(small: -2) linear(short: n) linear(k) &
    !$omp   linear(long: -2_8**33) reduction(.and.: ok)
    do i = -n, n, 2
      ok = ok .and. small == 3 - (i + n) .and. short == -5 + n*((i + n)/2) .and. k == 100 + (i + n)/2
      ok = ok .and. long == 2_8**40 - 2_8**33*((i + n)/2)
      small = small - 2_1
      short = short + int(n, 2)
      k = k + 1
      long = long - 2_8**33
    end do
    print *, ok, small, short, k, long
    ! Loops whose bounds depend on others.
    k = 0
    m = [1, 2, 3]
    !$omp parallel do num_threads(teams(t)) collapse(2) linear(k: 3) linear(m: -1) reduction(.and.: ok)
    do i = 1, 9
      do j = i, 9, 2
        ok = ok .and. mod(k, 3) == 0 .and. all(m == [1, 2, 3] - k/3)
        k = k + 3
        m = m - 1
      end do
    end do
    print *, ok, k, m
    ! No iteration: the values stay.
    k = 17
    m = 4
    n = 0
    !$omp parallel num_threads(teams(t))
    !$omp do linear(k: 2) linear(m: 2)
    do i = 1, n
      k = k + 2
      m = m + 2
    end do
    !$omp do collapse(2) linear(k: 2) lastprivate(j)
    do i = 1, 5
      do j = 1, n
        k = k + 2
      end do
    end do
    !$omp end parallel
    print *, k, m
    ! The same variable in one loop after another, without a barrier of the program between them.
    k = 0
    long = 40
    !$omp parallel num_threads(teams(t)) reduction(.and.: ok)
    !$omp do linear(k: 5) schedule(static, 1)
    do i = 1, 50
      ok = ok .and. k == 5*(i - 1)
      k = k + 5
    end do
    !$omp do linear(k: -5) schedule(guided)
    do i = 1, 50
      ok = ok .and. k == 250 - 5*(i - 1)
      k = k - 5
    end do
    call orphan(30, 7_2, long, ok)
    !$omp end parallel
    print *, ok, k, long
    ! In order.
    k = 1
    j = 0
    !$omp parallel do num_threads(teams(t)) ordered linear(k: 2) schedule(dynamic) reduction(.and.: ok)
    do i = 1, 12
      !$omp ordered
      j = j + k
      ok = ok .and. j == i*i
      !$omp end ordered
      k = k + 2
    end do
    print *, ok, j, k
    ! Pointers.
    allocate (p, q(2:4))
    p = 6
    q = [1, 2, 3]
    !$omp parallel do num_threads(teams(t)) linear(p: 2) linear(q: 10) reduction(.and.: ok)
    do i = 0, 14
      ok = ok .and. p == 6 + 2*i .and. all(q == [1, 2, 3] + 10*i) .and. lbound(q, 1) == 2
      p = p + 2
      q = q + 10
    end do
    print *, ok, p, q
    deallocate (p, q)
  end do
  call simd_alone()
  call tasks()
contains
  subroutine simd_alone()
    integer :: k, m(2), n, total
    integer(8) :: long
    logical :: ok
    k = 2
    m = [5, 6]
    long = 9
    total = 0
    ok = .true.
    !$omp simd linear(k: 4) linear(m: -1) linear(val(long): 2) reduction(+: total)
    do i = 10, 1, -1
      ok = ok .and. k == 2 + 4*(10 - i) .and. all(m == [5, 6] - (10 - i)) .and. long == 9 + 2*(10 - i)
      total = total + k
      k = k + 4
      m = m - 1
      long = long + 2
    end do
    print *, ok, k, m, long, total, i
    k = 0
    !$omp simd linear(k: 2) collapse(2)
    do i = 1, 6
      do j = 1, i
        ok = ok .and. k == i*(i - 1) + 2*(j - 1)
        if (mod(j, 2) == 0) then
          k = k + 2
          cycle
        end if
        k = k + 2
      end do
    end do
    print *, ok, k
    n = 0
    k = 33
    !$omp simd linear(k: 2) private(m)
    do i = 1, n
      m = k
      k = k + 2
    end do
    print *, k, m
    ! The variable of the loop, and what is private and lastprivate.
    !$omp simd linear(i) linear(k: 3) lastprivate(n)
    do i = 1, 5
      n = k
      k = k + 3
    end do
    print *, k, n
  end subroutine simd_alone

  subroutine tasks()
    integer :: k, m(3), n
    logical :: ok
    k = 7
    m = [1, 2, 3]
    ok = .true.
    n = 0
    !$omp parallel num_threads(3)
    !$omp single
    !$omp taskloop simd linear(k: 2) linear(m: 4) num_tasks(5) shared(ok) reduction(+: n)
    do i = 0, 20
      if (k /= 7 + 2*i .or. any(m /= [1, 2, 3] + 4*i)) ok = .false.
      n = n + k
      k = k + 2
      m = m + 4
    end do
    !$omp end single
    !$omp end parallel
    print *, ok, k, m, n
  end subroutine tasks
end program linear_everywhere
!>  T  -45    547         124         893353197568
!>  T          75         -24         -23         -22
!>           17           4           4           4
!>  T           0                  250
!>  T         144          25
!>  T          36         151         152         153
!>  T  -45    547         124         893353197568
!>  T          75         -24         -23         -22
!>           17           4           4           4
!>  T           0                  250
!>  T         144          25
!>  T          36         151         152         153
!>  T  -45    547         124         893353197568
!>  T          75         -24         -23         -22
!>           17           4           4           4
!>  T           0                  250
!>  T         144          25
!>  T          36         151         152         153
!>  T          42          -5          -4                   29         200           0
!>  T          42
!>           33          -5          -4
!>           48          45
!>  T          49          85          86          87         567
