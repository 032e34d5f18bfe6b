module base_shapes
  use omp_lib
  implicit none
  type :: shape
    real :: w = 1
  contains
    procedure :: area => sha
  end type
  type, extends(shape) :: sq
    real :: a = 2
  contains
    procedure :: area => sqa
  end type
contains
  real function sha(this)
    class(shape), intent(in) :: this
    sha = this%w
  end function
  real function sqa(this)
    class(sq), intent(in) :: this
    sqa = this%a**2 * this%w
  end function
  subroutine kernel(s, r, host)
    class(shape), intent(in) :: s
    real, intent(out) :: r(:)
    logical, intent(out) :: host
    integer :: i
    !$omp target teams distribute parallel do map(to: s) map(from: r, host)
    do i = 1, size(r)
      r(i) = i * s%area()
      if (i == 1) host = omp_is_initial_device()
    end do
  end subroutine
  ! The descriptors of both types are in this file.
  subroutine both(r)
    real, intent(out) :: r(:)
    class(shape), allocatable :: q
    logical :: host
    allocate (q, source=sq(a=1.))
    call kernel(q, r, host)
    deallocate (q)
    allocate (q, source=shape(w=1.))
    call kernel(q, r, host)
  end subroutine
end module
