! offload: default
! Polymorphic components of private objects; private polymorphic variables in more constructs.
! stripped: no
module m
  implicit none
  type :: base
    integer :: i = 1
  end type
  type, extends(base) :: ext
    integer, allocatable :: a(:)
  end type
  type :: holder
    class(base), allocatable :: c
    class(base), allocatable :: v(:)
  end type
contains
  integer function tot(h)
    type(holder), intent(in) :: h
    integer :: j
    tot = 0
    if (allocated(h%c)) then
      tot = h%c%i
      select type (c => h%c)
      type is (ext)
        if (allocated(c%a)) tot = tot + sum(c%a)
      end select
    end if
    if (allocated(h%v)) then
      do j = 1, size(h%v)
        tot = tot + h%v(j)%i * 100
      end do
    end if
  end function
end module
program a06
  use m
  implicit none
  type(holder) :: h, g
  class(base), allocatable :: x
  integer :: s, i
  allocate(h%c, source=ext(5, [1, 2, 3]))
  allocate(h%v(2), source=[ext(1, [1]), ext(2, [2])])
  s = 0
  !$omp parallel num_threads(3) firstprivate(h, g) reduction(+: s)
  s = s + tot(h) + tot(g)
  deallocate(h%c)
  allocate(g%c)
  g%c%i = 9
  s = s + tot(h) + tot(g)
  !$omp end parallel
  print *, s, tot(h), allocated(g%c)
  s = 0
  !$omp target firstprivate(h) map(tofrom: s)
  s = h%c%i + h%v(2)%i
  select type (c => h%c)
  type is (ext)
    s = s + sum(c%a)
    c%a = 0
  end select
  h%v(1)%i = 77
  !$omp end target
  print *, s, tot(h)
  !$omp parallel private(h) num_threads(2) reduction(+: s)
  if (allocated(h%c)) s = s + 1
  if (allocated(h%v)) s = s + size(h%v)
  !$omp end parallel
  print *, s, tot(h)
  allocate(x, source=h%c)
  !$omp parallel do lastprivate(x) num_threads(2)
  do i = 1, 8
    if (allocated(x)) deallocate(x)
    if (mod(i, 2) == 0) then
      allocate(x, source=ext(i, [i, i]))
    else
      allocate(x, source=base(i))
    end if
  end do
  select type (x)
  type is (ext)
    print *, x%i, x%a
  class default
    print *, 'FAIL', x%i
  end select
  !$omp sections firstprivate(x)
  !$omp section
  x%i = 4
  !$omp end sections
  print *, x%i
  !$omp task firstprivate(h)
  h%c%i = 0
  !$omp end task
  !$omp taskwait
  print *, tot(h)
end program
!>         1860         311 F
!>           13         311
!>           19         311
!>            8           8           8
!>            8
!>          311
