! offload: default
! Private copies have allocatable components of their own: allocated as those of the original, with their values where firstprivate.
module m
  type inner
    integer :: k = 7
    real, allocatable :: v(:)
  end type
  type outer
    integer :: id = 1
    type(inner) :: in(2)
    type(inner), allocatable :: more(:)
    character(:), allocatable :: name
    integer, pointer :: ptr => null()
  end type
contains
  subroutine fill(o)
    type(outer) :: o
    o%id = 5
    o%in(1)%v = [1., 2.]
    o%in(1)%k = 70
    allocate(o%more(0:1))
    o%more(0)%v = [9.]
    o%more(1)%k = 71
    o%name = 'name'
  end subroutine
end module
program private_components_deep
  use m
  type(outer) :: o
  type(outer), allocatable :: a(:)
  integer :: bad
  call fill(o)
  allocate(a(-1:0))
  call fill(a(-1))
  bad = 0
  !$omp parallel private(o, a) num_threads(3) reduction(+: bad)
  if (o%id /= 1) bad = bad + 1
  if (o%in(1)%k /= 7) bad = bad + 10
  if (.not. allocated(o%in(1)%v)) bad = bad + 100
  if (allocated(o%in(2)%v)) bad = bad + 1000
  if (.not. allocated(o%more)) then
    bad = bad + 10000
  else
    if (lbound(o%more, 1) /= 0 .or. size(o%more) /= 2) bad = bad + 100000
    if (o%more(1)%k /= 7) bad = bad + 1000000
    if (.not. allocated(o%more(0)%v)) bad = bad + 10000000
  end if
  if (.not. allocated(a)) then
    bad = -1000
  else
    if (lbound(a, 1) /= -1) bad = -2000
    if (a(-1)%id /= 1 .or. a(0)%id /= 1) bad = -3000
    if (.not. allocated(a(-1)%more) .or. allocated(a(0)%more)) bad = -4000
  end if
  o%in(1)%v = [3., 4., 5.]; o%name = 'other thing'; o%id = 99
  a(-1)%name = 'zz'
  deallocate(o%more)
  !$omp end parallel
  print *, bad, o%id, o%in(1)%v, o%name, size(o%more), a(-1)%name
  bad = 0
  !$omp parallel firstprivate(o, a) num_threads(3) reduction(+: bad)
  if (o%id /= 5) bad = bad + 1
  if (o%more(1)%k /= 71) bad = bad + 10
  if (o%more(0)%v(1) /= 9.) bad = bad + 100
  if (o%name /= 'name') bad = bad + 1000
  o%more(0)%v(1) = 10; o%name(1:1) = 'X'; a(-1)%in(1)%v(2) = 77; o%in(1)%v = [1.]
  if (o%more(0)%v(1) /= 10.) bad = bad + 100
  !$omp end parallel
  print *, bad, o%in(1)%v, o%name, o%more(0)%v, a(-1)%in(1)%v
  bad = 0
  !$omp target firstprivate(o, a) map(tofrom: bad)
  if (o%more(0)%v(1) /= 9.) bad = bad + 100
  o%more(0)%v(1) = 10; o%name(1:1) = 'X'; a(-1)%in(1)%v(2) = 77; o%in(1)%v = [1.]
  !$omp end target
  print *, bad, o%in(1)%v, o%name, o%more(0)%v, a(-1)%in(1)%v
  !$omp target private(o, a) map(tofrom: bad)
  if (o%id /= 1) bad = bad + 1
  if (.not. allocated(o%more)) bad = bad + 10
  o%id = 50; a(0)%id = 50
  !$omp end target
  print *, bad, o%id, a%id
  !$omp task private(o) firstprivate(a) shared(bad)
  if (o%id /= 1) bad = bad + 1
  o%id = 50; a(-1)%id = 50; a(-1)%name = 'q'
  !$omp end task
  !$omp taskwait
  print *, bad, o%id, a%id, a(-1)%name
end program
!>            0           5   1.00000000       2.00000000     name           2 name
!>            0   1.00000000       2.00000000     name   9.00000000       1.00000000       2.00000000
!>            0   1.00000000       2.00000000     name   9.00000000       1.00000000       2.00000000
!>            0           5           5           1
!>            0           5           5           1 name
