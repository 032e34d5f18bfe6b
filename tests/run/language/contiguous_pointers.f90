! Contiguous pointers as actual arguments for pointer dummies are the variables themselves, not copies of their
! descriptors.
module contiguous_pointers
  implicit none
  real, target :: store(160) = 1
  real, pointer, contiguous :: shared(:)
contains
  subroutine remapped(a, p, i)
    real, target, intent(inout) :: a(:)
    real, pointer, contiguous, intent(out) :: p(:, :)
    integer, intent(in) :: i
    p(1:4, 0:3) => a((i - 1)*16 + 1:i*16)
  end subroutine
  subroutine any_pointer(p, n)
    real, pointer, intent(inout) :: p(:)
    integer, intent(in) :: n
    p => store(n:)
  end subroutine
  subroutine freed(p)
    real, pointer, contiguous, intent(inout) :: p(:)
    deallocate (p)
  end subroutine
  subroutine any_rank(p)
    real, pointer, contiguous, intent(inout) :: p(..)
    select rank (p)
    rank (1)
      nullify (p)
    end select
  end subroutine
end module
program test
  use contiguous_pointers
  implicit none
  real, pointer, contiguous :: q(:, :)
  real, pointer, contiguous :: one(:)
  integer :: i
  call remapped(store, q, 2)
  q = 5
  print *, sum(store), lbound(q), ubound(q)
  call any_pointer(shared, 151)
  shared = 0
  print *, sum(store), size(shared)
  allocate (one(7))
  call freed(one)
  print *, associated(one)
  one => store
  call any_rank(one)
  print *, associated(one)
  !$omp parallel do private(q)
  do i = 1, 10
    call remapped(store, q, i)
    q = i
  end do
  print *, sum(store)
end program
!>    224.000000               1           0           4           3
!>    214.000000              10
!>  F
!>  F
!>    880.000000
