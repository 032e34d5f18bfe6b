! Reductions of what a variable holds by tasks: allocatables, pointers, polymorphic variables; by code that uses what is around.
module shapes
  implicit none
  type :: t
    integer :: n = 0
  end type
  type, extends(t) :: u
    integer :: m = 7
  end type
end module

program p
  use shapes
  implicit none
  real, allocatable :: a(:)
  integer, pointer :: q(:)
  integer, target :: mem(5)
  integer :: i, weight, b(0:4)
  !$omp declare reduction(weighted: integer: omp_out = add(omp_out, omp_in)) initializer(omp_priv = 0)
  allocate(a(-1:2))
  a = 1
  mem = 1
  q => mem(1:3)
  weight = 1
  b = 0
  !$omp parallel num_threads(2)
  !$omp single
  !$omp taskgroup task_reduction(+: a, q)
  do i = 1, 8
    !$omp task in_reduction(+: a, q) firstprivate(i)
    a(-1) = a(-1) + i
    a(2) = a(2) + 1
    q(3) = q(3) + 2
    !$omp end task
  end do
  !$omp end taskgroup
  !$omp end single
  !$omp end parallel
  print *, a, mem
  !$omp parallel do reduction(weighted: b(1:2)) num_threads(2)
  do i = 1, 6
    b(1) = b(1) + 1
    b(2) = b(2) + i
  end do
  print *, b
  !$omp parallel num_threads(2)
  !$omp do reduction(task, +: b(3:3))
  do i = 1, 4
    !$omp task in_reduction(+: b(3)) firstprivate(i)
    b(3) = b(3) + i
    !$omp end task
  end do
  !$omp end parallel
  print *, b
  !$omp taskloop reduction(+: a) num_tasks(3)
  do i = 1, 10
    a(0) = a(0) + i
  end do
  print *, a
contains
  pure integer function add(x, y)
    integer, intent(in) :: x, y
    add = x + y * weight
  end function
end program
!>    37.0000000       1.00000000       1.00000000       9.00000000               1           1          17           1           1
!>            0           6          21           0           0
!>            0           6          21          10           0
!>    37.0000000       56.0000000       1.00000000       9.00000000
