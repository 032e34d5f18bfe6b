program t
  use iso_fortran_env
  implicit none
  integer(atomic_int_kind), save :: count[*], old
  type(event_type), save :: ev[*]
  type(lock_type), save :: lk[*]
  type(team_type) :: half
  integer, save :: total[*]
  integer :: me, n, s, x(3), i, st, errors
  real :: y
  complex(8) :: z
  character(4) :: w
  character(80) :: why
  logical :: got
  me = this_image(); n = num_images(); errors = 0
  count = 0; total = 0
  sync all
  call atomic_add(count[1], me)
  sync all
  call atomic_ref(s, count[1])
  if (s /= n*(n+1)/2) errors = errors + 1
  sync all
  call atomic_fetch_add(count[1], 1, old)
  sync all
  call atomic_ref(s, count[1])
  if (s /= n*(n+1)/2 + n) errors = errors + 1
  do i = 1, 20
    lock(lk[1])
    total[1] = total[1] + 1
    unlock(lk[1])
  end do
  sync all
  if (total[1] /= 20*n) errors = errors + 1
  sync all
  do i = 1, 20
    critical
      total[1] = total[1] + 1
    end critical
  end do
  sync all
  if (total[1] /= 40*n) errors = errors + 1
  if (me == 1) then
    if (n > 1) then
      event wait(ev, until_count=n-1)
    end if
    call event_query(ev, s)
    if (s /= 0) errors = errors + 1
  else
    event post(ev[1])
  end if
  s = me; call co_sum(s)
  if (s /= n*(n+1)/2) errors = errors + 1
  x = [me, -me, 7]; call co_max(x)
  if (any(x /= [n, -1, 7])) errors = errors + 1
  y = me; call co_min(y, result_image=1)
  if (me == 1 .and. y /= 1) errors = errors + 1
  if (me > 1 .and. y /= me) errors = errors + 1
  z = (1, 2); call co_sum(z)
  if (z /= n*(1d0, 2d0)) errors = errors + 1
  write(w, '(i4.4)') me; call co_max(w)
  read(w, *) s
  if (s /= n) errors = errors + 1
  s = me; call co_broadcast(s, n)
  if (s /= n) errors = errors + 1
  x = me; call co_reduce(x, mul)
  if (x(2) /= product([(i, i=1,n)])) errors = errors + 1
  form team (1 + mod(me, 2), half)
  change team (half)
    s = 1; call co_sum(s)
    if (s /= num_images()) errors = errors + 1
    if (team_number() /= 1 + mod(me, 2)) errors = errors + 1
    sync all
  end team
  if (num_images() /= n .or. this_image() /= me) errors = errors + 1
  if (me == 1) then
    sync images(*)
  else
    sync images(1)
  end if
  ! A set with an image that is not there waits for nobody.
  s = n + 1
  why = ' '
  sync images([s], stat=st, errmsg=why)
  if (st == 0 .or. index(why, 'not there') == 0) errors = errors + 1
  lock(lk[1], acquired_lock=got, stat=st)
  if (got) unlock(lk[1])
  if (st /= 0) errors = errors + 1
  if (errors /= 0) print *, 'image', me, 'errors', errors
  sync all
  if (me == 1) print *, 'done'
contains
  pure integer function mul(a, b)
    integer, intent(in) :: a, b
    mul = a * b
  end function
end program
