! offload: default
! Polymorphic components in mapped structures and in arrays of structures.
module m
  implicit none
  type :: base
    integer :: i = 1
  end type
  type, extends(base) :: ext
    integer :: k(3) = 4
  end type
  type :: holder
    integer :: n = 2
    class(base), allocatable :: c
  end type
  type :: tree
    type(holder) :: h(2)
    real :: w = 0.5
  end type
end module
program a01
  use m
  implicit none
  type(tree) :: t
  type(holder) :: list(3)
  integer :: i, s
  do i = 1, 2
    allocate(t%h(i)%c, source=ext(i, [i, 2*i, 3*i]))
  end do
  do i = 1, 3
    if (i == 2) then
      allocate(list(i)%c, source=base(50))
    else
      allocate(list(i)%c, source=ext(i, [i, i, i]))
    end if
  end do
  s = 0
  !$omp target map(tofrom: t, t%h(1)%c, t%h(2)%c, s)
  do i = 1, 2
    select type (c => t%h(i)%c)
    type is (ext)
      s = s + sum(c%k)
      c%k(1) = 100*i
    end select
  end do
  t%w = 2.5
  !$omp end target
  print *, s, t%w
  do i = 1, 2
    select type (c => t%h(i)%c)
    type is (ext)
      print *, c%i, c%k
    end select
  end do
  s = 0
  !$omp target enter data map(to: list, list(1)%c, list(2)%c, list(3)%c)
  !$omp target map(tofrom: s)
  do i = 1, 3
    s = s + list(i)%c%i
    list(i)%c%i = list(i)%c%i + 1
    select type (c => list(i)%c)
    type is (ext)
      c%k(3) = -i
    class default
      s = s + 10000
    end select
  end do
  !$omp end target
  print *, s
  !$omp target update from(list(3)%c)
  select type (c => list(3)%c)
  type is (ext)
    print *, c%i, c%k
  end select
  !$omp target
  list(2)%c%i = list(2)%c%i * 2
  !$omp end target
  !$omp target exit data map(from: list(1)%c, list(2)%c, list(3)%c) map(release: list)
  do i = 1, 3
    select type (c => list(i)%c)
    type is (ext)
      print *, c%i, c%k
    type is (base)
      print *, c%i
    end select
  end do
end program
!>           18   2.50000000
!>            1         100           2           3
!>            2         200           4           6
!>        10054
!>            4           3           3          -3
!>            2           1           1          -1
!>          102
!>            4           3           3          -3
