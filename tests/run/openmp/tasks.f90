! stripped: no
module work
  use omp_lib
  implicit none
contains
  recursive integer function fib(n) result(r)
    integer, intent(in) :: n
    integer :: a, b
    if (n < 2) then
      r = n
      return
    end if
    !$omp task shared(a) firstprivate(n) if(n > 5)
    a = fib(n - 1)
    !$omp end task
    !$omp task shared(b) final(n < 4) mergeable
    b = fib(n - 2)
    !$omp end task
    !$omp taskwait
    r = a + b
  end function
  subroutine orphaned(v, out, k)
    real, intent(in) :: v(:)
    real, intent(inout) :: out(*)
    integer, value :: k
    real :: local(size(v))
    local = v * 2
    !$omp task
    out(k) = sum(local) + k
    !$omp end task
  end subroutine
end module
program t
  use work
  implicit none
  type :: node
    integer :: val
    type(node), pointer :: next => null()
  end type
  type :: bag
    integer, allocatable :: items(:)
  end type
  type(node), pointer :: head, p, q
  type(bag) :: bg
  integer :: i, j, n, total, x, y, order(6), arr(100), loc, cnt, red, last
  integer, allocatable :: dyn(:)
  real :: outv(10)
  character(8) :: name
  logical :: flag
  call omp_set_num_threads(4)
  !$omp parallel
  !$omp single
  n = fib(15)
  !$omp end single
  !$omp end parallel
  print *, n
  ! a list, one task for each node
  head => null()
  do i = 1, 20
    allocate(p)
    p%val = i
    p%next => head
    head => p
  end do
  total = 0
  !$omp parallel private(p)
  !$omp master
  p => head
  do while (associated(p))
    !$omp task
    p%val = p%val * 2
    !$omp atomic
    total = total + p%val
    !$omp end task
    p => p%next
  end do
  !$omp end master
  !$omp end parallel
  print *, total
  ! firstprivate of all kinds
  arr = 0
  !$omp parallel private(loc, name, dyn, bg, i)
  !$omp single
  do i = 1, 10
    loc = i
    write(name, '(a, i0)') 'n', i
    dyn = [i, i + 1, i + 2]
    bg%items = [(j, j = 1, i)]
    !$omp task shared(arr)
    arr(loc) = sum(dyn) * 100 + len_trim(name) + size(bg%items) * 10000
    deallocate(dyn)
    !$omp end task
    loc = -1
    name = 'zzzzzzzz'
    dyn = [0]
    bg%items = [0]
  end do
  !$omp end single
  !$omp end parallel
  print '(5i8)', arr(1:10)
  ! dependences
  x = 0; order = 0
  !$omp parallel
  !$omp single
  do i = 1, 5
    !$omp task depend(inout: x) firstprivate(i)
    x = x * 10 + i
    !$omp end task
  end do
  !$omp task depend(in: x) depend(out: y)
  y = x + 1
  !$omp end task
  !$omp task depend(in: x, y) shared(total)
  total = x + y
  !$omp end task
  !$omp task depend(in: y) if(.false.)
  order(1) = y
  !$omp end task
  !$omp end single
  !$omp end parallel
  print *, x, y, total, order(1)
  ! taskgroup waits for descendants
  cnt = 0
  !$omp parallel
  !$omp single
  !$omp taskgroup
  do i = 1, 4
    !$omp task private(j)
    do j = 1, 4
      !$omp task
      !$omp atomic
      cnt = cnt + 1
      !$omp end task
    end do
    !$omp end task
  end do
  !$omp end taskgroup
  n = cnt
  !$omp end single
  !$omp end parallel
  print *, n
  ! taskloop
  arr = 0
  red = 0
  !$omp parallel
  !$omp single
  !$omp taskloop grainsize(7) lastprivate(last)
  do i = 1, 100
    arr(i) = arr(i) + i
    last = i * 2
  end do
  !$omp taskloop num_tasks(5) collapse(2) reduction(+: red)
  do i = 1, 10
    do j = 1, 10
      red = red + i * j
    end do
  end do
  !$omp end single
  !$omp end parallel
  print *, sum(arr), last, red
  ! task reductions
  red = 5
  !$omp parallel
  !$omp single
  !$omp taskgroup task_reduction(+: red)
  do i = 1, 10
    !$omp task in_reduction(+: red)
    red = red + i
    !$omp end task
  end do
  !$omp end taskgroup
  !$omp end single
  !$omp end parallel
  print *, red
  ! orphaned tasks
  !$omp parallel
  !$omp single
  do i = 1, 10
    call orphaned([1.0 * i, 2.0 * i], outv, i)
  end do
  !$omp end single
  !$omp end parallel
  print '(10f6.1)', outv
  ! queries
  flag = .false.
  !$omp parallel
  !$omp single
  !$omp task final(.true.)
  flag = omp_in_final()
  !$omp task
  flag = flag .and. omp_in_final()
  !$omp end task
  !$omp end task
  !$omp taskwait
  !$omp taskyield
  !$omp end single
  !$omp end parallel
  print *, flag, omp_in_final()
  ! outside of any region a task runs at once
  x = 1
  !$omp task shared(x)
  x = x + 1
  !$omp end task
  !$omp taskwait
  print *, x
  !$omp parallel masked taskloop reduction(max: x) firstprivate(y)
  do i = 1, 50
    x = max(x, i + y - y)
  end do
  print *, x
end program
!>          610
!>          420
!>    10602   20902   31202   41502   51802
!>    62102   72402   82702   93002  103303
!>        12345       12346       24691       12346
!>           16
!>         5050         200        3025
!>           60
!>    7.0  14.0  21.0  28.0  35.0  42.0  49.0  56.0  63.0  70.0
!>  T F
!>            2
!>           50
