! DECLARE TARGET with ENTER, LINK, LOCAL and DEVICE_TYPE.
module m
  implicit none
  integer :: g = 1
  real :: tab(10) = 2.5
  integer, allocatable :: al(:)
  real :: lnk(100) = 1
  integer :: loc = 7
  !$omp declare target enter(g, tab, al)
  !$omp declare target link(lnk)
  !$omp declare target local(loc)
contains
  integer function f(x)
    !$omp declare target device_type(any)
    integer, intent(in) :: x
    f = x + g
  end function
  subroutine s(y)
    integer, intent(inout) :: y
    !$omp declare target enter(s) device_type(nohost)
    y = f(y) * 2
  end subroutine
  subroutine onhost(y)
    integer, intent(inout) :: y
    !$omp declare target enter(onhost) device_type(host)
    y = y + 1
  end subroutine
end module
program declared_in_every_way
  use m
  use omp_lib
  implicit none
  integer :: r, i, bad
  real :: t
  logical :: apart
  bad = 0
  apart = omp_get_num_devices() > 0
  r = 3
  if (apart) then
    !$omp target map(tofrom: r)
    call s(r)
    !$omp end target
    if (r /= 8) then; print *, 'proc', r; bad = bad + 1; end if
    g = 10
    !$omp target map(from: r)
    r = f(1)
    !$omp end target
    if (r /= 2) then; print *, 'g resident', r; bad = bad + 1; end if
    !$omp target update to(g)
    !$omp target map(from: r)
    r = f(1)
    !$omp end target
    if (r /= 11) then; print *, 'g upd', r; bad = bad + 1; end if
    tab = 0
    !$omp target map(from: t)
    t = sum(tab)
    tab(1) = 9
    !$omp end target
    if (t /= 25 .or. any(tab /= 0)) then; print *, 'tab', t; bad = bad + 1; end if
    !$omp target update from(tab(1:2))
    if (any(tab /= [9.0, 2.5, (0., i = 1, 8)])) then; print *, 'tab', tab; bad = bad + 1; end if
    loc = 70
    !$omp target map(from: r)
    r = loc
    loc = 8
    !$omp end target
    if (r /= 7) then; print *, 'loc', r; bad = bad + 1; end if
    !$omp target map(from: r)
    r = loc
    !$omp end target
    if (r /= 8 .or. loc /= 70) then; print *, 'loc2', r, loc; bad = bad + 1; end if
  end if
  allocate(al(5)); al = 4
  !$omp target enter data map(always, to: al)
  !$omp target
  al = al + 1
  !$omp end target
  !$omp target exit data map(from: al)
  if (any(al /= 5)) then; print *, 'al', al; bad = bad + 1; end if
  lnk = 2
  !$omp target data map(tofrom: lnk)
  !$omp target teams distribute parallel do
  do i = 1, 100
    lnk(i) = lnk(i) + i
  end do
  !$omp end target data
  if (any(lnk /= [(2. + i, i = 1, 100)])) then; print *, 'lnk'; bad = bad + 1; end if
  r = 1
  call onhost(r)
  if (r /= 2) bad = bad + 1
  if (bad == 0) print *, 'pass'
end program
!>  pass
