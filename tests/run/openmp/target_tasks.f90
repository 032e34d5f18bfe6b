! Target constructs with NOWAIT or DEPEND are tasks of the graph that host tasks are in.
! stripped: no
program target_tasks
  use omp_lib
  implicit none
  integer :: n
  call serial
  do n = 1, 4
    !$omp parallel num_threads(n)
    !$omp single
    call graph(n)
    call late_event(n)
    !$omp end single
    !$omp end parallel
  end do
  call captured
  call pointers
  call data_directives
  call at_the_end
contains
  ! The thread that met the region fulfills the event that the region waits for.
  subroutine serial
    integer(omp_event_handle_kind) :: event
    integer :: x, y
    x = 0; y = 0
    !$omp task detach(event) depend(out: x) shared(x)
    x = 1
    !$omp end task
    !$omp target nowait depend(in: x) depend(out: y) map(to: x) map(from: y)
    y = x + 10
    !$omp end target
    !$omp task depend(inout: y) shared(y)
    y = y * 2
    !$omp end task
    x = 5
    call omp_fulfill_event(event)
    !$omp taskwait
    print *, 'serial', x, y
  end subroutine
  subroutine graph(n)
    integer, intent(in) :: n
    integer :: a(100), s, i
    a = 0
    do i = 1, 10
      !$omp task depend(inout: a) firstprivate(i) shared(a)
      a = a + i
      !$omp end task
      !$omp target teams distribute parallel do nowait depend(inout: a) map(tofrom: a)
      do s = 1, 100
        a(s) = a(s) * 2 + s
      end do
    end do
    !$omp target depend(in: a) map(to: a) map(from: s)
    s = sum(a)
    !$omp end target
    print *, n, s
    !$omp taskwait
  end subroutine
  subroutine late_event(n)
    integer, intent(in) :: n
    integer(omp_event_handle_kind) :: event
    integer :: x, y(3)
    x = n; y = 0
    !$omp taskgroup
    !$omp task detach(event) depend(out: x) shared(x)
    x = x + 1
    !$omp end task
    !$omp target teams workdistribute nowait depend(in: x) map(to: x) map(tofrom: y)
    y = y + x
    !$omp end target teams workdistribute
    y(1) = 100
    call omp_fulfill_event(event)
    !$omp end taskgroup
    print *, x, y
  end subroutine
  ! Values, conditions, bounds and devices are those of the place where the construct is met.
  subroutine captured
    integer(omp_event_handle_kind) :: event
    integer :: x, k, b(6), lo, hi, dev, f(3)
    logical :: on
    x = 0; k = 3; b = 1; lo = 2; hi = 4; on = .true.; f = [1, 2, 3]
    dev = omp_get_default_device()
    !$omp task detach(event) depend(out: x) shared(x)
    x = 1
    !$omp end task
    !$omp target nowait depend(in: x) map(tofrom: b(lo:hi)) if(on) device(dev) firstprivate(f)
    b(2:4) = b(2:4) + k + f(3)
    !$omp end target
    k = 1000; lo = 1; hi = 6; on = .false.; dev = 77; f = 0
    call omp_fulfill_event(event)
    !$omp taskwait
    print *, 'captured', b
  end subroutine
  subroutine pointers
    integer(omp_event_handle_kind) :: event
    integer :: x, j
    integer, target :: a(4, 3)
    integer, pointer :: p(:)
    x = 0; a = 0
    !$omp task detach(event) depend(out: x) shared(x)
    x = 1
    !$omp end task
    do j = 1, 3
      p => a(:, j)
      !$omp target nowait depend(in: x) map(tofrom: p)
      p = p + j
      !$omp end target
    end do
    nullify (p)
    call omp_fulfill_event(event)
    !$omp taskwait
    print *, 'pointers', a
  end subroutine
  subroutine data_directives
    integer(omp_event_handle_kind) :: event
    integer :: x(5), y(5), g
    x = 1; y = 0; g = 0
    !$omp task detach(event) depend(out: g) shared(g)
    g = 1
    !$omp end task
    !$omp task depend(in: g) depend(out: x) shared(x)
    x = 2
    !$omp end task
    !$omp target enter data map(to: x) nowait depend(inout: x)
    !$omp task depend(inout: x) depend(out: y) shared(x, y)
    y = x
    x = 7
    !$omp end task
    !$omp target update to(x) nowait depend(inout: x)
    !$omp target nowait depend(inout: x) map(x)
    x = x * 3
    !$omp end target
    !$omp target exit data map(from: x) nowait depend(inout: x)
    call omp_fulfill_event(event)
    !$omp taskwait depend(in: x)
    print *, 'data', x, y
    !$omp taskwait
  end subroutine
  ! The end of the program waits, too.
  subroutine at_the_end
    integer, save :: r = 0
    !$omp target nowait map(tofrom: r) depend(out: r)
    r = r + 1
    !$omp end target
    !$omp task depend(inout: r) shared(r)
    print *, 'at the end', r
    !$omp end task
  end subroutine
end program
!>  serial           5          30
!>            1     5573350
!>            2         102           2           2
!>            2     5573350
!>            3         103           3           3
!>            3     5573350
!>            4         104           4           4
!>            4     5573350
!>            5         105           5           5
!>  captured           1           7           7           7           1           1
!>  pointers           1           1           1           1           2           2           2           2           3           3           3           3
!>  data          21          21          21          21          21           2           2           2           2           2
!>  at the end           1
