! What the constructs of OpenMP cost: of each the least time of many repetitions, in nanoseconds.
module overheads
  use omp_lib
  implicit none
  integer, parameter :: dp = kind(1.d0)
  integer :: repetitions = 40
  integer :: sink = 0
  double precision :: total = 0

  abstract interface
    subroutine work(n)
      integer, intent(in) :: n
    end subroutine
  end interface

contains

  subroutine measure(name, n, f)
    character(*), intent(in) :: name
    integer, intent(in) :: n
    procedure(work) :: f
    integer :: k
    real(dp) :: t, best
    best = huge(best)
    do k = 1, repetitions
      t = omp_get_wtime()
      call f(n)
      best = min(best, omp_get_wtime() - t)
    end do
    print '(a, "|", es12.5, "|", es24.15)', name, best / n, 0d0
  end subroutine

  subroutine regions(n)
    integer, intent(in) :: n
    integer :: i
    do i = 1, n
      !$omp parallel
      call nothing(omp_get_thread_num())
      !$omp end parallel
    end do
  end subroutine

  subroutine barriers(n)
    integer, intent(in) :: n
    integer :: i
    !$omp parallel private(i)
    do i = 1, n
      !$omp barrier
    end do
    !$omp end parallel
  end subroutine

  subroutine static_loops(n)
    integer, intent(in) :: n
    integer :: i, k
    !$omp parallel private(i)
    do i = 1, n
      !$omp do schedule(static)
      do k = 1, 2
        call nothing(k)
      end do
    end do
    !$omp end parallel
  end subroutine

  subroutine chunks(n)
    integer, intent(in) :: n
    integer :: k
    !$omp parallel do schedule(dynamic, 1)
    do k = 1, n
      call nothing(k)
    end do
  end subroutine

  recursive integer function fib(n) result(r)
    integer, value :: n
    integer :: a, b
    if (n < 2) then
      r = n
      return
    end if
    !$omp task shared(a) if (n > 8)
    a = fib(n - 1)
    !$omp end task
    !$omp task shared(b) if (n > 8)
    b = fib(n - 2)
    !$omp end task
    !$omp taskwait
    r = a + b
  end function

  subroutine fibonacci(n)
    integer, intent(in) :: n
    ! Of 20: 21891 calls.
    !$omp parallel
    !$omp single
    sink = fib(20)
    !$omp end single
    !$omp end parallel
    if (n < 0) sink = 0
  end subroutine

  subroutine tasks(n)
    integer, intent(in) :: n
    integer :: i
    !$omp parallel
    !$omp single
    do i = 1, n
      !$omp task
      call nothing(i)
      !$omp end task
    end do
    !$omp end single
    !$omp end parallel
  end subroutine

  subroutine undeferred(n)
    integer, intent(in) :: n
    integer :: i
    !$omp parallel
    !$omp single
    do i = 1, n
      !$omp task if (sink < 0)
      call nothing(i)
      !$omp end task
    end do
    !$omp end single
    !$omp end parallel
  end subroutine

  subroutine dependent(n)
    integer, intent(in) :: n
    integer :: i, x(4)
    !$omp parallel
    !$omp single
    do i = 1, n
      !$omp task depend(inout: x(mod(i, 4) + 1)) shared(x)
      call nothing(i)
      !$omp end task
    end do
    !$omp end single
    !$omp end parallel
  end subroutine

  subroutine atomics(n)
    integer, intent(in) :: n
    integer :: i, s
    s = 0
    !$omp parallel private(i)
    do i = 1, n
      !$omp atomic
      s = s + 1
    end do
    !$omp end parallel
    sink = s
  end subroutine

  subroutine criticals(n)
    integer, intent(in) :: n
    integer :: i, s
    s = 0
    !$omp parallel private(i)
    do i = 1, n
      !$omp critical
      s = s + 1
      !$omp end critical
    end do
    !$omp end parallel
    sink = s
  end subroutine

  subroutine reductions(n)
    integer, intent(in) :: n
    integer :: i
    do i = 1, n
      !$omp parallel reduction(+: total)
      total = total + 1
      !$omp end parallel
    end do
  end subroutine

  subroutine singles(n)
    integer, intent(in) :: n
    integer :: i
    !$omp parallel private(i)
    do i = 1, n
      !$omp single
      sink = i
      !$omp end single
    end do
    !$omp end parallel
  end subroutine

  subroutine nested(n)
    integer, intent(in) :: n
    integer :: i
    call omp_set_max_active_levels(2)
    !$omp parallel num_threads(2) private(i)
    do i = 1, n
      !$omp parallel num_threads(2)
      call nothing(omp_get_thread_num())
      !$omp end parallel
    end do
    !$omp end parallel
    call omp_set_max_active_levels(1)
  end subroutine

  subroutine nothing(k)
    integer, intent(in) :: k
    if (k < 0) sink = k
  end subroutine
end module

program main
  use overheads
  implicit none
  call omp_set_num_threads(2)
  call measure('parallel region', 500, regions)
  call measure('barrier', 1000, barriers)
  call measure('static loop', 1000, static_loops)
  call measure('dynamic chunk of one', 20000, chunks)
  call measure('task (fib, cutoff)', 21891, fibonacci)
  call measure('task', 2000, tasks)
  call measure('undeferred task', 2000, undeferred)
  call measure('task with depend', 2000, dependent)
  call measure('atomic', 10000, atomics)
  call measure('critical', 5000, criticals)
  call measure('reduction', 500, reductions)
  call measure('single', 1000, singles)
  call measure('nested region', 20, nested)
end program
