! Sections and elements of absent allocatables, pointers and arrays map nothing.
program absent_descriptors
  implicit none
  integer :: n, bad
  real, allocatable, target :: a(:)
  real, pointer :: p(:)
  n = 10; bad = 0
  allocate(a(n)); a = 1
  p => a
  call al(); call al(a)
  if (a(3) /= 2) bad = bad + 1
  call alx(3); call alx(3, a)
  if (a(3) /= 3) bad = bad + 1
  call po(); call po(p)
  if (a(3) /= 4) bad = bad + 1
  call as(); call as(a)
  if (a(3) /= 5) bad = bad + 1
  call ex(n); call ex(n, a)
  if (a(3) /= 6) bad = bad + 1
  call si(n); call si(n, a)
  if (a(3) /= 7) bad = bad + 1
  call dat(); call dat(a)
  if (a(3) /= 8) bad = bad + 1
  call up(); 
  call ob(); call el(n)
  print '(a,i0,a,f4.1)', 'bad ', bad, ', value ', a(3)
contains
  subroutine al(x)
    real, allocatable, optional :: x(:)
    integer :: i
    !$omp target map(tofrom: x(2:5)) 
    if (present(x)) then
      do i = 2, 5
        x(i) = x(i) + 1
      end do
    end if
    !$omp end target
  end subroutine
  subroutine alx(k, x)
    integer :: k
    real, allocatable, optional :: x(:)
    !$omp target map(tofrom: x(k)) 
    if (present(x)) x(k) = x(k) + 1
    !$omp end target
  end subroutine
  subroutine po(x)
    real, pointer, optional :: x(:)
    integer :: i
    !$omp target map(tofrom: x(2:5)) 
    if (present(x)) then
      do i = 2, 5
        x(i) = x(i) + 1
      end do
    end if
    !$omp end target
  end subroutine
  subroutine as(x)
    real, optional :: x(:)
    integer :: i
    !$omp target map(tofrom: x(2:5:1)) 
    if (present(x)) then
      do i = 2, 5
        x(i) = x(i) + 1
      end do
    end if
    !$omp end target
  end subroutine
  subroutine ex(m, x)
    integer :: m
    real, optional :: x(m)
    integer :: i
    !$omp target map(tofrom: x(2:)) 
    if (present(x)) then
      do i = 2, 5
        x(i) = x(i) + 1
      end do
    end if
    !$omp end target
  end subroutine
  subroutine si(m, x)
    integer :: m
    real, optional :: x(*)
    integer :: i
    !$omp target map(tofrom: x(2:m)) 
    if (present(x)) then
      do i = 2, 5
        x(i) = x(i) + 1
      end do
    end if
    !$omp end target
  end subroutine
  subroutine dat(x)
    real, allocatable, optional :: x(:)
    integer :: i
    !$omp target data map(tofrom: x(:5)) 
    !$omp target
    if (present(x)) then
      do i = 2, 5
        x(i) = x(i) + 1
      end do
    end if
    !$omp end target
    !$omp end target data
    !$omp target enter data map(to: x(3))
    !$omp target update to(x(3))
    !$omp target update from(x(3))
    !$omp target exit data map(from: x(3))
  end subroutine
  subroutine up(x)
    real, allocatable, optional :: x(:)
    !$omp target update to(x(3:4))
    !$omp target update from(x(3::2))
    !$omp target enter data map(to: x(2:3)) 
    !$omp target exit data map(from: x(2:3)) 
    !$omp target data map(x) use_device_ptr(x)
    !$omp end target data
  end subroutine
  subroutine ob(o, c)
    type t
      integer :: k(4) = 1
      real, allocatable :: v(:)
    end type
    type(t), allocatable, optional :: o
    type(t), optional :: c(:)
    !$omp target enter data map(to: o%v(2:3))
    !$omp target exit data map(release: o%v(2:3))
    !$omp target enter data map(to: c(2)%v(2:3))
    !$omp target update to(c(2)%v(2:3))
    !$omp target exit data map(release: c(2)%v(2:3))
  end subroutine
  subroutine el(m, x, y, z)
    integer :: m
    real, optional :: x(m), y(:), z(*)
    !$omp target enter data map(to: x(m), y(3), z(3))
    !$omp target update to(x(m), y(3), z(3))
    !$omp target exit data map(from: x(m), y(3), z(3))
  end subroutine
end program
!> bad 0, value  8.0
