! Reductions of arrays that are not contiguous: a section that a dummy stands for, reversed, and what a pointer has.
module strided
  implicit none
contains
  subroutine add(a, n, o)
    integer, intent(inout) :: a(:), o(:)
    integer, intent(in) :: n
    integer :: i
    !$omp parallel do reduction(+:a) reduction(max:o) num_threads(3)
    do i = 1, n
      a(mod(i, size(a)) + 1) = a(mod(i, size(a)) + 1) + i
      o(1) = max(o(1), i)
    end do
  end subroutine
end module
program strides
  use strided
  implicit none
  integer, target :: t(20)
  integer, pointer :: p(:)
  integer :: a(9), o(4), i
  a = 0
  o = 0
  t = 1
  call add(a(1:9:3), 10, o(4:1:-1))
  print *, a, o
  p => t(1:20:3)
  !$omp parallel do reduction(*:p) num_threads(3)
  do i = 1, 14
    p(mod(i, 7) + 1) = p(mod(i, 7) + 1)*2
  end do
  print *, t
end program
!>           18           0           0          22           0           0          15           0           0           0           0           0          10
!>            4           1           1           4           1           1           4           1           1           4           1           1           4           1           1           4           1           1           4           1
