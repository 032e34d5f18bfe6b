! Strings, objects, targets and allocatable variables that called procedures change.
module gg
  implicit none
  type item
    integer :: n = 2
    real, allocatable :: v(:)
  end type
  integer, allocatable :: heap(:)
  integer, pointer :: ptr(:) => null()
  integer, target :: tgt(3) = [1,2,3]
  character(5) :: name = 'start'
  type(item) :: it
contains
  subroutine change()
    !$omp declare target
    tgt(2) = tgt(2) + 40
    name = 'chang'
    it%n = it%n * 21
  end subroutine
  subroutine viaptr()
    ptr(3) = ptr(3) + 1
    heap(1) = heap(1) + 5
  end subroutine
  subroutine realloc()
    if (allocated(heap)) deallocate(heap)
    allocate(heap(2)); heap = [8, 9]
  end subroutine
end module
program effects_on_objects
  use gg
  implicit none
  integer :: i, tot
  !$omp target
  call change()
  !$omp end target
  print *, tgt, name, it%n
  ptr => tgt
  allocate(heap(3)); heap = 1
  !$omp target map(tofrom: ptr, heap)
  call viaptr()
  !$omp end target
  print *, tgt, heap
  !$omp target
  call viaptr()
  !$omp end target
  print *, tgt, heap
  !$omp target parallel do
  do i = 1, 3
    call elem(i)
  end do
  print *, tgt
  tot = 0
  !$omp target map(tofrom: tot)
  call change()
  tot = sum(tgt) + it%n
  !$omp end target
  print *, tot, tgt, it%n
contains
  subroutine elem(k)
    integer, intent(in) :: k
    tgt(k) = tgt(k) * 2
  end subroutine
end program
!>            1          42           3 chang          42
!>            1          42           4           6           1           1
!>            1          42           5          11           1           1
!>            2          84          10
!>         1018           2         124          10         882
