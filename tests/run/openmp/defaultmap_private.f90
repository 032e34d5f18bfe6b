! offload: default
! DEFAULTMAP with firstprivate and private: nothing that the region writes is seen outside.
program defaultmap_private
  type p
    integer :: a = 1
  end type
  type(p) :: o
  integer :: v(3), n, r(6)
  character(4) :: ch
  integer, allocatable :: al(:), sc
  integer, pointer :: pp(:)
  integer, target :: tg(3)
  tg = 4; pp => tg
  o%a = 5; v = 6; n = 7; ch = 'abcd'; al = [8, 9]; allocate(sc); sc = 10; r = 0
  !$omp target defaultmap(firstprivate: aggregate) defaultmap(tofrom: scalar) map(r)
  o%a = 50; v(1) = 60; n = 70; ch(1:1) = 'X'
  r(1:3) = [o%a, v(1), n]
  r(4) = ichar(ch(1:1))
  !$omp end target
  print *, r, o%a, v, n, ch
  !$omp target defaultmap(firstprivate: all) map(r)
  o%a = 51; v(1) = 61; n = 71; ch(1:1) = 'Y'; al(1) = 81; sc = 101
  r = [o%a, v(1), n, ichar(ch(1:1)), al(1), sc]
  !$omp end target
  print *, r, o%a, v, n, ch, al, sc
  !$omp target defaultmap(private) map(r)
  o%a = 52; v = 62; n = 72; al = 82; sc = 102
  r(1:5) = [o%a, v(1), n, al(1), sc]
  r(6) = size(al)
  !$omp end target
  print *, r, o%a, v, n, ch, al, sc
  !$omp target defaultmap(firstprivate: pointer) map(tofrom: tg, r)
  r(1) = sum(pp)
  !$omp end target
  print *, r(1), associated(pp, tg)
  !$omp target defaultmap(firstprivate: allocatable) map(tofrom: r)
  al(1) = 5; sc = 6
  r(1) = sum(al) + sc
  !$omp end target
  print *, r(1), al, sc
  !$omp target defaultmap(default: aggregate) map(tofrom: r)
  v(2) = 1000
  !$omp end target
  print *, v
end program
!>           50          60          70          88           0           0           5           6           6           6          70 abcd
!>           51          61          71          89          81         101           5           6           6           6          70 abcd           8           9          10
!>           52          62          72          82         102           2           5           6           6           6          70 abcd           8           9          10
!>           12 T
!>           20           8           9          10
!>            6        1000           6
