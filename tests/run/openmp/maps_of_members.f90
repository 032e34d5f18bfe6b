! What the allocatable components of one object hold belongs to its maps: nested objects, parents, members that are not
! allocated, that were mapped in part before, and that a region only reads.
module m
  implicit none
  type base
    real, allocatable :: v(:)
    integer :: n = 3
  end type
  type, extends(base) :: outer
    integer :: k = 1
    real, allocatable :: a(:), b(:)
    integer, allocatable :: s
    type(base) :: one
    type(base), allocatable :: list(:)
    character(:), allocatable :: text
    class(base), allocatable :: c
  end type
  type, extends(base) :: wide
    integer, allocatable :: w(:)
  end type
contains
  subroutine fill(o)
    type(outer), intent(out) :: o
    integer :: i
    allocate(o%v(2), o%a(4), o%b(3), o%one%v(2), o%list(2), o%s)
    o%v = 1; o%a = 2; o%b = 3; o%one%v = 4; o%s = 5
    do i = 1, 2
      allocate(o%list(i)%v(2))
      o%list(i)%v = 10 * i
    end do
    o%text = 'abc'
    allocate(wide :: o%c)
    select type (c => o%c)
    type is (wide)
      allocate(c%v(2), c%w(2))
      c%v = 6; c%w = 7
    end select
  end subroutine
  subroutine entered(o)
    type(outer), optional :: o
    !$omp target enter data map(to: o)
    !$omp target data map(alloc: o)
    if (present(o)) then
      !$omp target
      o%a = o%a + o%v(1)
      !$omp end target
    end if
    !$omp target update from(o)
    !$omp end target data
    !$omp target exit data map(release: o)
  end subroutine
end module
program maps_of_members
  use m
  use omp_lib
  implicit none
  type(outer) :: o
  type(outer), allocatable :: held
  type(base) :: list(2)
  logical :: apart
  integer :: i
  apart = omp_get_num_devices() > 0
  call fill(o)
  ! All of them come and go with it.
  !$omp target enter data map(to: o)
  o%a = -1; o%one%v = -1; o%s = -1; o%v = -1
  !$omp target
  o%b(:) = o%a(1:3) + o%one%v(1) + o%s + o%v(2)
  o%k = 9
  !$omp end target
  print *, all(o%b == merge(3, -4, apart)), o%k == merge(1, 9, apart)
  !$omp target update from(o)
  print *, o%k, all(o%b == merge(12, -4, apart)), all(o%a == merge(2, -1, apart)), o%s == merge(5, -1, apart)
  !$omp target
  do i = 1, 2
    o%list(i)%v(1) = o%list(i)%v(2) + i
  end do
  !$omp end target
  !$omp target exit data map(from: o)
  print *, o%list(1)%v, o%list(2)%v
  print *, omp_target_is_present_any(), o%text
  ! None is allocated, or only some.
  deallocate(o%a, o%one%v, o%list, o%text)
  !$omp target data map(tofrom: o)
  !$omp target
  o%b(2) = o%v(1) * 2
  o%n = 8
  !$omp end target
  !$omp end target data
  print *, o%b(2) == o%v(1) * 2, o%n, allocated(o%a)
  ! A part was mapped before, and stays what it was.
  call fill(o)
  !$omp target enter data map(to: o%a(2:3))
  o%a = 100
  !$omp target enter data map(to: o)
  !$omp target
  o%a(2) = o%a(2) + 1
  o%b(1) = o%a(3)
  !$omp end target
  !$omp target exit data map(from: o)
  print *, all(o%a == 100) .or. .not. apart, o%b(1) == merge(2, 100, apart)
  !$omp target exit data map(from: o%a(2:3))
  print *, all(o%a == merge([100, 3, 2, 100], [100, 101, 100, 100], apart))
  ! In a region, with always: also what is there already.
  call fill(o)
  !$omp target enter data map(to: o)
  o%a = 20; o%one%v = 30
  !$omp target map(always, tofrom: o)
  o%b = o%a(1) + o%one%v(1)
  o%k = 4
  !$omp end target
  print *, o%b, o%k
  !$omp target exit data map(delete: o)
  ! Arguments that are absent, and that are there.
  call entered()
  call entered(o)
  print *, o%a
  ! An object behind a descriptor, and several.
  allocate(held)
  call fill(held)
  !$omp target data map(tofrom: held)
  !$omp target
  held%b = held%a(1) + held%one%v(2)
  !$omp end target
  !$omp end target data
  print *, held%b
  allocate(list(1)%v(2), list(2)%v(3))
  list(1)%v = 1; list(2)%v = 2
  !$omp target data map(tofrom: list, list(2)%v)
  !$omp target
  list(1)%v(1) = list(2)%v(3)
  list(2)%v(1) = 7
  !$omp end target
  !$omp end target data
  print *, list(1)%v, list(2)%v
  ! By the dynamic type.
  !$omp target data map(tofrom: o)
  select type (c => o%c)
  type is (wide)
    !$omp target
    c%w(2) = c%w(1) + int(c%v(1))
    !$omp end target
  end select
  !$omp end target data
  select type (c => o%c)
  type is (wide)
    print *, c%w
  end select
contains
  logical function omp_target_is_present_any()
    use iso_c_binding
    omp_target_is_present_any = .false.
    if (apart) omp_target_is_present_any = there(o%a) .or. there(o%b) .or. there(o%one%v) .or. there(o%v)
  end function
  logical function there(x)
    use iso_c_binding
    real, target, intent(in) :: x(:)
    there = omp_target_is_present(c_loc(x), omp_get_default_device()) /= 0
  end function
end program
!>  T T
!>            9 T T T
!>    11.0000000       10.0000000       22.0000000       20.0000000
!>  F abc
!>  T           8 F
!>  T T
!>  T
!>    50.0000000       50.0000000       50.0000000               4
!>    21.0000000       21.0000000       21.0000000       21.0000000
!>    6.00000000       6.00000000       6.00000000
!>    2.00000000       1.00000000       7.00000000       2.00000000       2.00000000
!>            7          13
