! NULL with a mold for allocatable dummies, of fixed and of assumed rank.
program p
 implicit none
 type :: t
  integer :: i
 end type
 type(t), allocatable :: a(:, :), b
 type(t), pointer :: q(:, :)
 character(:), allocatable :: s
 q => null()
 call fixed(null(a))
 call any_rank(null(a))
 call any_rank(null(b))
 call scalar(null(b))
 call pointers(null(q))
 call strings(null(s))
contains
 subroutine fixed(x)
  type(t), allocatable, intent(in) :: x(:, :)
  print *, allocated(x)
 end subroutine
 subroutine any_rank(x)
  type(t), allocatable, intent(in) :: x(..)
  print *, allocated(x), rank(x)
 end subroutine
 subroutine scalar(x)
  type(t), allocatable, intent(in), optional :: x
  print *, present(x), allocated(x)
 end subroutine
 subroutine pointers(x)
  type(t), pointer, intent(in) :: x(..)
  print *, associated(x), rank(x)
 end subroutine
 subroutine strings(x)
  character(:), allocatable, intent(in) :: x
  print *, allocated(x)
 end subroutine
end program
!>  F
!>  F           2
!>  F           0
!>  T F
!>  F           2
!>  F
