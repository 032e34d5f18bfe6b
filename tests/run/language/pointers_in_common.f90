program common_ptr
  implicit none
  call init(); call check()
contains
end program
subroutine init()
  implicit none
  real, pointer :: p(:)
  integer, pointer :: s
  integer :: k
  common /blk/ k, p, s
  allocate(p(3)); p = [1., 2., 3.]
  allocate(s); s = 7; k = 4
end subroutine
subroutine check()
  implicit none
  real, pointer :: p(:)
  integer, pointer :: s
  integer :: k
  common /blk/ k, p, s
  print *, k, size(p), p, s, sum(p)
  deallocate(p); print *, associated(p), associated(s)
end subroutine
!>            4           3   1.00000000       2.00000000       3.00000000               7   6.00000000
!>  F T
