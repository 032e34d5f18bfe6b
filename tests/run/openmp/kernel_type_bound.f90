! regions: on the device
! Threads of kernels call type-bound procedures of objects whose dynamic type the program decides at run time.
module kernel_shapes
  implicit none
  type, abstract :: shape
    real :: weight = 1
  contains
    procedure(area_of), deferred :: area
    procedure :: scale => scale_all
    procedure :: total
  end type
  abstract interface
    real function area_of(this)
      import shape
      class(shape), intent(in) :: this
    end function
  end interface
  type, extends(shape) :: square
    real :: side
  contains
    procedure :: area => area_of_square
  end type
  type, extends(shape) :: circle
    real :: radius
  contains
    procedure :: area => area_of_circle
    procedure :: scale => scale_circle
  end type
contains
  real function area_of_square(this)
    class(square), intent(in) :: this
    area_of_square = this%side**2
  end function
  real function area_of_circle(this)
    class(circle), intent(in) :: this
    area_of_circle = 3 * this%radius**2
  end function
  subroutine scale_all(this, by, to)
    class(shape), intent(in) :: this
    real, intent(in) :: by
    real, intent(out) :: to
    to = by * this%weight
  end subroutine
  subroutine scale_circle(this, by, to)
    class(circle), intent(in) :: this
    real, intent(in) :: by
    real, intent(out) :: to
    to = by * this%radius + 1000
  end subroutine
  real function total(this)
    class(shape), intent(in) :: this
    total = this%area() * this%weight
  end function
end module

program kernel_type_bound
  use kernel_shapes
  implicit none
  class(shape), allocatable :: s, row(:)
  real :: r(10), q(10), t(10)
  integer :: i, k
  do k = 1, 2
    if (k == 1) allocate (s, source=square(side=2.0, weight=2.0))
    if (k == 2) allocate (s, source=circle(radius=3.0, weight=0.5))
    !$omp target teams distribute parallel do map(to: s) map(from: r, q, t)
    do i = 1, 10
      r(i) = i * s%area()
      call s%scale(real(i), q(i))
      t(i) = s%total()
    end do
    print *, sum(r), sum(q), sum(t)
    deallocate (s)
  end do
  do k = 1, 2
    if (k == 1) allocate (row(10), source=square(side=2.0))
    if (k == 2) allocate (row(10), source=circle(radius=3.0))
    !$omp target teams distribute parallel do map(to: row) map(from: r)
    do i = 1, 10
      r(i) = i * row(i)%area()
    end do
    print *, sum(r)
    deallocate (row)
  end do
end program
!>    220.000000       110.000000       80.0000000
!>    1485.00000       10165.0000       135.000000
!>    220.000000
!>    1485.00000
