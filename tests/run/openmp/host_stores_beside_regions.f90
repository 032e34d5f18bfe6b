! offload: default
! stripped: no
! A region that runs on the host in place of a device borrows what it may reach, and no other variable: the host goes on
! storing there meanwhile.
module lists
  use omp_lib
  implicit none
  type node
    integer :: v
    type(node), pointer :: next => null()
  end type
  type holder
    integer, allocatable :: v(:)
    type(node), pointer :: first => null()
  end type
  abstract interface
    subroutine step(n)
      import node
      type(node), intent(inout) :: n
    end subroutine
  end interface
  integer :: everywhere = 5, only_mapped(4) = 1
  integer, allocatable :: allocated_there(:)
  !$omp declare target enter(everywhere, allocated_there) link(only_mapped)
contains
  subroutine inc(n)
    !$omp declare target
    type(node), intent(inout) :: n
    n%v = n%v + everywhere + only_mapped(2) + allocated_there(3)
    everywhere = everywhere + 1
    only_mapped(2) = only_mapped(2) + 10
    allocated_there(3) = allocated_there(3) + 100
  end subroutine
  subroutine next_too(n)
    !$omp declare target
    type(node), intent(inout) :: n
    if (associated(n%next)) n%next%v = n%next%v * 2
  end subroutine
  subroutine delay(seconds)
    double precision, intent(in) :: seconds
    double precision :: t
    t = omp_get_wtime() + seconds
    do while (omp_get_wtime() < t)
    end do
  end subroutine
end module
program host_stores_beside_regions
  use lists
  implicit none
  type(node), target :: n(3)
  type(holder) :: h, copy
  procedure(step), pointer :: f
  integer :: a(4), beside(6), k, lost
  lost = 0

  ! Internal input and output: only what the region names.
  a = 1
  beside = 0
  !$omp target enter data map(to: a, beside)
  do k = 1, 2
    !$omp target nowait map(tofrom: a)
    call by_text(a)
    call delay(0.06d0)
    !$omp end target
    call delay(0.02d0)
    beside = k
    !$omp taskwait
    if (any(beside /= k)) lost = lost + 1
  end do
  !$omp target update from(a)
  !$omp target update to(beside)
  print *, 'text', a, lost

  ! Procedures behind pointers: what addresses lead to, and variables of DECLARE TARGET.
  do k = 1, 3
    n(k)%v = k
    if (k < 3) n(k)%next => n(k + 1)
  end do
  allocate (allocated_there(3))
  allocated_there = 7
  !$omp target enter data map(to: n, only_mapped, allocated_there)
  f => inc
  do k = 1, 2
    !$omp target nowait map(tofrom: n(1:1))
    call f(n(1))
    call delay(0.06d0)
    !$omp end target
    call delay(0.02d0)
    beside = 10 * k
    !$omp taskwait
    if (any(beside /= 10 * k)) lost = lost + 1
    f => next_too
  end do
  !$omp target update from(everywhere)
  !$omp target exit data map(from: n, only_mapped, allocated_there)
  print *, 'pointers', n%v, everywhere, only_mapped, allocated_there, lost

  ! An object as a whole, with what its components hold and point to.
  allocate (h%v(3))
  h%v = [1, 2, 3]
  h%first => n(2)
  n%v = -1
  !$omp target enter data map(to: h, n)
  do k = 1, 2
    !$omp target nowait map(tofrom: h)
    copy = h
    h%v = copy%v + h%first%v
    h%first%v = h%first%v + 1
    h%first%next%v = 50
    call delay(0.06d0)
    !$omp end target
    call delay(0.02d0)
    beside = 100 * k
    !$omp taskwait
    if (any(beside /= 100 * k)) lost = lost + 1
  end do
  !$omp target exit data map(from: h, n)
  print *, 'objects', h%v, n%v, lost
  print *, 'beside', beside
  !$omp target exit data map(from: beside)
contains
  subroutine by_text(x)
    integer, intent(inout) :: x(:)
    character(12) :: s
    integer :: i
    do i = 1, size(x)
      write (s, '(i0)') x(i) + i
      read (s, *) x(i)
    end do
  end subroutine
end program
!>  text           3           5           7           9           0
!>  pointers          14           4           3           6           1          11           1           1           7           7         107           0
!>  objects           0           1           2          -1           1          50           0
!>  beside         200         200         200         200         200         200
