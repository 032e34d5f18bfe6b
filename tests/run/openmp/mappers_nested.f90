! offload: default
! nested mappers; mappers with iterators; a section in a mapper; modifiers; combined types
module m
  implicit none
  type inner
    integer :: n = 0
    real, allocatable :: a(:)
  end type
  type outer
    type(inner) :: one
    type(inner) :: many(2)
    type(inner), allocatable :: list(:)
    integer :: tag = 1
  end type
  type cell
    integer, pointer :: p => null()
  end type
  type row
    integer :: n = 0
    type(cell), allocatable :: c(:)
  end type
  !$omp declare mapper(inner :: x) map(x%n, x%a)
  !$omp declare mapper(outer :: y) map(y%one, y%many, y%list, y%tag)
  !$omp declare mapper(row :: r) map(r%n, r%c) map(iterator(i = 1:r%n), tofrom: r%c(i)%p)
end module
program main
  use m
  implicit none
  type(outer) :: o, oo(2)
  type(row) :: r, rr(2)
  integer :: i, j, n
  call set(o, 1)
  call set(oo(1), 10)
  call set(oo(2), 20)
  !$omp target map(tofrom: o)
  o%one%a = o%one%a + 0.5
  o%many(2)%a(1) = o%one%n
  o%list(1)%a(2) = o%tag
  do i = 1, 2
    o%many(i)%a(2) = -i
    o%list(i)%a(1) = 100 + i
  end do
  o%tag = 77
  !$omp end target
  call show(o)
  !$omp target map(tofrom: oo)
  do j = 1, 2
    oo(j)%one%a = oo(j)%one%a * 2
    do i = 1, 2
      oo(j)%list(i)%a(1) = oo(j)%many(i)%a(1) + 0.25
    end do
  end do
  !$omp end target
  call show(oo(1)); call show(oo(2))
  r%n = 2; allocate(r%c(3))
  do i = 1, 3
    allocate(r%c(i)%p); r%c(i)%p = i
  end do
  !$omp target map(tofrom: r)
  do i = 1, 2
    r%c(i)%p = r%c(i)%p * 10
  end do
  !$omp end target
  print *, (r%c(i)%p, i = 1, 3)
  do j = 1, 2
    rr(j)%n = j + 1; allocate(rr(j)%c(3))
    do i = 1, 3
      allocate(rr(j)%c(i)%p); rr(j)%c(i)%p = i + 10*j
    end do
  end do
  !$omp target map(tofrom: rr)
  do j = 1, 2
    do i = 1, rr(j)%n
      rr(j)%c(i)%p = -rr(j)%c(i)%p
    end do
  end do
  !$omp end target
  print *, ((rr(j)%c(i)%p, i = 1, 3), j = 1, 2)
  ! Only a part of what the map lists is the variable's: subscripts are no list items.
  n = 3
  block
    integer :: a(5)
    a = 1
    !$omp target map(tofrom: a(1:n))
    a(1:n) = n
    n = 99
    !$omp end target
    print *, n, a
  end block
contains
  subroutine set(o, k)
    type(outer), intent(inout) :: o
    integer, intent(in) :: k
    integer :: i
    allocate(o%one%a(2)); o%one%a = k; o%one%n = 2
    allocate(o%list(2))
    do i = 1, 2
      allocate(o%many(i)%a(2)); o%many(i)%a = k + i; o%many(i)%n = 2
      allocate(o%list(i)%a(2)); o%list(i)%a = k + 2*i; o%list(i)%n = 2
    end do
  end subroutine
  subroutine show(o)
    type(outer), intent(in) :: o
    integer :: i
    print *, o%tag, o%one%a, (o%many(i)%a, o%list(i)%a, i = 1, 2)
  end subroutine
end program
!>           77   1.50000000       1.50000000       2.00000000      -1.00000000       101.000000       1.00000000       2.00000000      -2.00000000       102.000000       5.00000000
!>            1   20.0000000       20.0000000       11.0000000       11.0000000       11.2500000       12.0000000       12.0000000       12.0000000       12.2500000       14.0000000
!>            1   40.0000000       40.0000000       21.0000000       21.0000000       21.2500000       22.0000000       22.0000000       22.0000000       22.2500000       24.0000000
!>           10          20           3
!>          -11         -12          13         -21         -22         -23
!>            3           3           3           3           1           1
