! offload: default
! Copies of objects whose type binds a defined assignment are made by it; others, and pointers, are not.
! stripped: no
module m
  implicit none
  type :: counted
    integer :: v = 0
    integer :: copies = 0
  contains
    procedure :: set
    generic :: assignment(=) => set
  end type
  type, extends(counted) :: more
    integer :: w = 5
  contains
    procedure :: set => set_more
  end type
  type :: each
    integer :: v = 0
    integer :: copies = 0
  contains
    procedure :: set_each
    generic :: assignment(=) => set_each
  end type
  type :: holder
    type(counted) :: c
    integer :: k = 1
  end type
  type :: owner
    integer, allocatable :: a(:)
    integer :: copies = 0
  contains
    procedure :: set_owner
    generic :: assignment(=) => set_owner
  end type
  type(counted) :: tp
  !$omp threadprivate(tp)
contains
  subroutine set(to, from)
    class(counted), intent(inout) :: to
    class(counted), intent(in) :: from
    to%v = from%v
    to%copies = from%copies + 1
  end subroutine
  subroutine set_more(to, from)
    class(more), intent(inout) :: to
    class(counted), intent(in) :: from
    to%v = from%v
    to%copies = from%copies + 10
    select type (from)
    type is (more)
      to%w = from%w + 1
    end select
  end subroutine
  elemental subroutine set_each(to, from)
    class(each), intent(inout) :: to
    type(each), intent(in) :: from
    to%v = from%v
    to%copies = from%copies + 1
  end subroutine
  subroutine set_owner(to, from)
    class(owner), intent(inout) :: to
    type(owner), intent(in) :: from
    if (allocated(to%a)) deallocate(to%a)
    allocate(to%a(size(from%a) + 1))
    to%a(1) = -1
    to%a(2:) = from%a
    to%copies = from%copies + 1
  end subroutine
  subroutine dummy(x, y)
    class(counted), intent(inout) :: x
    type(each), intent(inout) :: y(:)
    !$omp parallel num_threads(2) firstprivate(x, y)
    !$omp critical
    select type (x)
    type is (counted)
      print *, 'counted', x%v, x%copies, y%copies
    type is (more)
      print *, 'more', x%v, x%copies, x%w, y%copies
    end select
    !$omp end critical
    !$omp end parallel
    !$omp task firstprivate(x, y)
    print *, 'task', x%v, x%copies, y(1)%copies
    !$omp end task
    !$omp taskwait
  end subroutine
end module
program main
  use m
  implicit none
  type(counted) :: x
  type(counted), allocatable :: al, none
  class(counted), allocatable :: cl
  type(counted), pointer :: p
  type(more) :: y
  type(each) :: e(3)
  type(each), allocatable :: f(:)
  type(holder) :: h
  type(owner) :: o
  integer :: i, s
  x%v = 1
  allocate(al, f(2:3)); al%v = 2; f%v = 3; f%copies = 0
  allocate(more :: cl); cl%v = 4
  allocate(p); p%v = 6
  allocate(o%a(2)); o%a = 7
  s = 0
  !$omp parallel num_threads(2) firstprivate(x, al, none, cl, p, e, f, h, o) reduction(+: s)
  s = s + x%v + al%v + f(3)%v + cl%v + p%v
  s = s + 1000 * (x%copies + al%copies + cl%copies + f(2)%copies + e(3)%copies + h%c%copies)
  if (p%copies /= 0 .or. allocated(none)) print *, 'FAIL'
  if (size(o%a) /= 3 .or. o%copies /= 1 .or. lbound(f, 1) /= 2) print *, 'FAIL', size(o%a), o%copies
  !$omp end parallel
  print *, s, x%copies, al%copies, cl%copies, e%copies, f%copies, h%c%copies, o%copies
  select type (cl)
  type is (more)
    print *, cl%w
  end select
  !$omp parallel do lastprivate(x, e, cl) num_threads(2)
  do i = 1, 4
    x%v = i
    x%copies = 0
    e%v = i
    e%copies = 0
    if (.not. allocated(cl)) print *, 'FAIL'
    cl%v = 10 * i
    cl%copies = 0
  end do
  print *, x, e, cl%v, cl%copies
  call dummy(x, e)
  y%v = 50
  call dummy(y, e(3:1:-2))
  !$omp target firstprivate(x) map(from: s)
  s = x%copies * 100 + x%v
  !$omp end target
  print *, s
  tp%v = 9
  s = 0
  !$omp parallel num_threads(2) copyin(tp) private(x) reduction(+: s)
  !$omp masked
  s = s + tp%v
  !$omp end masked
  !$omp single
  x%v = 4
  x%copies = 0
  !$omp end single copyprivate(x)
  s = s + 100 * x%copies + x%v
  !$omp end parallel
  print *, s
  !$omp task firstprivate(x, al, f, o)
  print *, x%copies, al%copies, f%copies, size(o%a)
  !$omp end task
  !$omp taskwait
  do concurrent (i = 1:1) local_init(e)
    if (e(1)%copies /= 1) error stop
  end do
end program
!>        30032           0           0           0           0           0           0           0           0           0           0
!>            5
!>            4           1           4           1           4           1           4           1          40          10
!>  counted           4           2           2           2           2
!>  counted           4           2           2           2           2
!>  task           4           2           2
!>  more          50          10           6           2           2
!>  more          50          10           6           2           2
!>  task          50          10           2
!>          204
!>          117
!>            2           1           1           1           3
