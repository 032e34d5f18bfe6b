! Private copies of polymorphic variables have the dynamic type of the original.
! stripped: no
module m
  implicit none
  type :: base
    integer :: i = 3
  end type
  type, extends(base) :: ext
    integer :: k(2) = 4
    integer, allocatable :: a(:)
  end type
contains
  subroutine show(what, x)
    character(*), intent(in) :: what
    class(base), intent(in) :: x
    select type (x)
    type is (ext)
      if (allocated(x%a)) then
        print *, what, ' ext', x%i, x%k, x%a
      else
        print *, what, ' ext', x%i, x%k
      end if
    class default
      print *, what, ' base', x%i
    end select
  end subroutine
  integer function total(x)
    class(base), intent(in) :: x
    total = x%i
    select type (x)
    type is (ext)
      total = total + sum(x%k)
      if (allocated(x%a)) total = total + sum(x%a)
    end select
  end function
  subroutine change(x)
    class(base), intent(inout) :: x
    x%i = -1
    select type (x)
    type is (ext)
      x%k = -2
      if (allocated(x%a)) x%a = -3
    end select
  end subroutine
  subroutine dummies(x, y, s)
    class(base), intent(inout) :: x, y(:)
    integer, intent(inout) :: s
    integer :: j
    !$omp parallel num_threads(2) firstprivate(x, y) reduction(+: s)
    s = s + total(x) + total(y(2))
    call change(x)
    do j = 1, size(y)
      call change(y(j))
    end do
    s = s + total(x) + total(y(1))
    !$omp end parallel
    !$omp parallel num_threads(2) private(x, y) reduction(+: s)
    s = s + x%i + size(y)
    x%i = 77
    !$omp end parallel
    !$omp parallel num_threads(2)
    !$omp single
    !$omp task firstprivate(x, y) shared(s)
    call change(x)
    call change(y(2))
    !$omp critical
    s = s + total(x) + total(y(2))
    !$omp end critical
    !$omp end task
    !$omp taskwait
    !$omp end single
    !$omp end parallel
  end subroutine
  subroutine optional_dummy(s, x, y)
    integer, intent(inout) :: s
    class(base), intent(inout), optional :: x, y(:)
    !$omp parallel num_threads(2) firstprivate(x, y) reduction(+: s)
    if (present(x)) then
      s = s + total(x)
      call change(x)
    end if
    if (present(y)) then
      s = s + total(y(2))
      call change(y(2))
    end if
    !$omp end parallel
    !$omp task firstprivate(x, y) shared(s)
    if (present(x)) s = s + total(x)
    if (present(y)) s = s + total(y(2))
    !$omp end task
    !$omp taskwait
  end subroutine
end module
program main
  use m
  implicit none
  class(base), allocatable :: x, none, v(:)
  class(base), pointer :: p, nil
  class(*), allocatable :: u
  type(ext) :: e, f(2)
  integer :: s, i
  allocate(x, source=ext(1, [2, 3], [4, 5, 6]))
  allocate(v(0:1), source=[ext(10, [20, 30], null()), ext(11, [21, 31], null())])
  s = 0
  !$omp parallel firstprivate(x, none, v) reduction(+: s) num_threads(2)
  s = s + total(x) + total(v(1)) + 1000 * lbound(v, 1)
  if (allocated(none)) s = s + 100000
  call change(x)
  call change(v(0))
  s = s + total(x)
  deallocate(v)
  allocate(none, source=x)
  !$omp end parallel
  print *, s, allocated(none), lbound(v)
  call show('x', x); call show('v', v(0)); call show('v', v(1))
  s = 0
  !$omp parallel private(x, none, v) reduction(+: s) num_threads(2)
  if (allocated(none)) s = s + 100000
  s = s + x%i + v(1)%i
  select type (x)
  type is (ext)
    s = s + 10 * size(x%a)
    x%a = 0
  end select
  !$omp end parallel
  print *, s
  call show('x', x)
  allocate(p, source=x)
  nullify(nil)
  s = 0
  !$omp parallel firstprivate(p, nil) reduction(+: s) num_threads(2)
  s = s + total(p)
  if (associated(nil)) s = s + 100000
  nullify(p)
  allocate(ext :: nil)
  s = s + total(nil)
  deallocate(nil)
  !$omp end parallel
  print *, s, associated(nil)
  call show('p', p)
  !$omp parallel num_threads(2)
  !$omp single
  do i = 1, 3
    x%i = i
    !$omp task firstprivate(x, v, p, none) shared(s)
    call change(v(1))
    if (allocated(none)) s = s + 100000
    !$omp critical
    s = s + x%i * 100 + total(v(1)) + p%i
    !$omp end critical
    deallocate(x)
    !$omp end task
  end do
  !$omp taskwait
  !$omp end single
  !$omp end parallel
  print *, s
  call show('x', x); call show('v', v(1))
  s = 0
  !$omp parallel do firstprivate(x, v) lastprivate(x) reduction(+: s) num_threads(2)
  do i = 1, 4
    x%i = i * 11
    s = s + v(0)%i
  end do
  print *, s
  call show('x', x)
  !$omp taskloop firstprivate(v) lastprivate(x) num_tasks(2) shared(s)
  do i = 1, 4
    x%i = i * 9
    !$omp atomic
    s = s + v(1)%i
  end do
  print *, s, x%i
  u = 5
  !$omp parallel firstprivate(u) num_threads(2)
  select type (u)
  type is (integer)
    u = u + 1
    if (u /= 6) print *, 'FAIL'
  end select
  !$omp end parallel
  select type (u)
  type is (integer)
    print *, u
  end select
  u = 'text'
  !$omp task firstprivate(u)
  select type (u)
  type is (character(*))
    print *, u, len(u)
    u = 'other'
  end select
  !$omp end task
  !$omp taskwait
  select type (u)
  type is (character(*))
    print *, u
  end select
  allocate(f(1)%a(1), f(2)%a(2), e%a(3))
  f(1)%a = 1; f(2)%a = 2; e%a = 3
  f(2)%k = 8
  s = 0
  call dummies(e, f, s)
  print *, s
  call show('e', e); call show('f', f(1)); call show('f', f(2))
  s = 0
  call dummies(e%base, f(2:1:-1)%base, s)
  print *, s
  s = 0
  call optional_dummy(s)
  call optional_dummy(s, e)
  call optional_dummy(s, e, f)
  print *, s
  call show('e', e); call show('f', f(2))
end program
!>          140 F           0
!>  x ext           1           2           3           4           5           6
!>  v ext          10          20          30
!>  v ext          11          21          31
!>           72
!>  x ext           1           2           3           4           5           6
!>           64 F
!>  p ext           1           2           3           4           5           6
!>          652
!>  x ext           3           2           3           4           5           6
!>  v ext          11          21          31
!>           40
!>  x ext          44           2           3           4           5           6
!>           84          36
!>            5
!>  text           4
!>  text
!>           27
!>  e ext           3           4           4           3           3           3
!>  f ext           3           4           4           1
!>  f ext           3           8           8           2           2
!>           16
!>          189
!>  e ext           3           4           4           3           3           3
!>  f ext           3           8           8           2           2
