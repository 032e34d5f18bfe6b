! A construct leaves at its end what it has entered, also where the pointer refers to something else by then.
program maps_of_pointers_that_move
  implicit none
  type t
    integer, allocatable :: v(:)
  end type
  real, target :: a(4), b(4)
  real, pointer :: p(:), s
  integer, allocatable :: x(:), y(:)
  type(t) :: o
  integer :: i
  a = 1; b = 10
  p => a
  s => b(2)
  !$omp target data map(tofrom: p, s)
  !$omp target
  do i = 1, 4
    p(i) = p(i) + i
  end do
  s = 5
  !$omp end target
  p => b
  s => a(1)
  !$omp end target data
  print *, a
  print *, b
  p => a(4:1:-2)
  !$omp target data map(tofrom: p)
  !$omp target
  p = p * 2
  !$omp end target
  nullify(p)
  !$omp end target data
  print *, a
  allocate(x(3), y(2), o%v(2))
  x = 1; y = 2; o%v = 3
  !$omp target data map(tofrom: x, o)
  !$omp target
  x(2) = 7
  o%v(1) = 8
  !$omp end target
  call move_alloc(x, y)
  call move_alloc(o%v, x)
  !$omp end target data
  print *, x, y, allocated(o%v)
end program
!>    2.00000000       3.00000000       4.00000000       5.00000000
!>    10.0000000       5.00000000       10.0000000       10.0000000
!>    2.00000000       6.00000000       4.00000000       10.0000000
!>            8           3           1           7           1 F
