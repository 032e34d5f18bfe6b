! offload: default
! stripped: no
! The host goes on storing in parts of a variable of which regions with NOWAIT use others, on the device and in statements that
! the host runs for them; regions beside each other change parts of one variable.
module slow
  use omp_lib
  implicit none
contains
  subroutine delay(seconds)
    double precision, intent(in) :: seconds
    double precision :: t
    t = omp_get_wtime() + seconds
    do while (omp_get_wtime() < t)
    end do
  end subroutine
  subroutine by_text(x, n)
    integer, intent(inout) :: x(:)
    integer, intent(in) :: n
    character(12) :: s
    integer :: i
    do i = 1, size(x)
      write (s, '(i0)') x(i) + n
      read (s, *) x(i)
    end do
  end subroutine
end module
program host_stores_beside_parts
  use slow
  implicit none
  type t
    integer :: x
    integer :: y(4)
    integer, allocatable :: v(:)
    integer, allocatable :: w(:)
  end type
  type(t) :: o
  integer :: a(10), lost
  integer, pointer :: z(:)
  lost = 0
  allocate (z(16))

  ! Of an array that is there as a whole, without a clause and with one.
  a = 1
  !$omp target enter data map(to: a)
  !$omp target nowait
  a(1:5) = a(1:5) + 10
  call delay(0.02d0)
  call by_text(a(1:5), 10)
  call delay(0.03d0)
  a(1:5) = a(1:5) + 10
  !$omp end target
  call delay(0.02d0)
  a(6:10) = 7
  !$omp taskwait
  if (any(a(6:10) /= 7)) lost = lost + 1
  !$omp target update from(a(1:5))
  print *, 'no clause', a, lost
  !$omp target update to(a)
  !$omp target nowait map(tofrom: a(1:5))
  call delay(0.01d0)
  call by_text(a(1:5), 1)
  call delay(0.03d0)
  call by_text(a(1:5), 1)
  !$omp end target
  call delay(0.02d0)
  a(6:10) = 8
  !$omp taskwait
  if (any(a(6:10) /= 8)) lost = lost + 2
  !$omp target exit data map(from: a(1:5))
  print *, 'section', a, lost

  ! One region with a statement of the host, one without.
  a = 1
  !$omp target enter data map(to: a)
  !$omp target nowait map(tofrom: a(1:5))
  call by_text(a(1:5), 3)
  call delay(0.04d0)
  a(1:5) = a(1:5) + 1
  !$omp end target
  call delay(0.01d0)
  !$omp target nowait map(tofrom: a(6:10))
  a(6:10) = a(6:10) * 5
  !$omp end target
  !$omp taskwait
  !$omp target exit data map(from: a)
  print *, 'two regions', a

  ! What is not there: of pointers, too, only the part is copied.
  z = 1
  !$omp target nowait map(tofrom: z(1:2))
  z(1:2) = z(1:2) + 6
  call delay(0.03d0)
  call by_text(z(1:2), 1)
  !$omp end target
  call delay(0.02d0)
  z(14:15) = 5
  !$omp taskwait
  print *, 'pointer', z

  ! Of an object.
  o%x = 1
  o%y = 2
  allocate (o%v(4), o%w(4))
  o%v = 3
  o%w = 4
  !$omp target enter data map(to: o)
  !$omp target nowait
  call by_text(o%y, 1)
  call delay(0.04d0)
  call by_text(o%v, 1)
  !$omp end target
  call delay(0.02d0)
  o%x = 50
  o%w = 60
  !$omp taskwait
  if (o%x /= 50 .or. any(o%w /= 60)) lost = lost + 4
  !$omp target update from(o%y, o%v)
  print *, 'object', o%x, o%y, o%v, o%w, lost
  !$omp target exit data map(delete: o)
  deallocate (z)
end program
!>  no clause          31          31          31          31          31           7           7           7           7           7           0
!>  section          33          33          33          33          33           8           8           8           8           8           0
!>  two regions           5           5           5           5           5           5           5           5           5           5
!>  pointer           8           8           1           1           1           1           1           1           1           1           1           1           1           5           5           1
!>  object          50           3           3           3           3           4           4           4           4          60          60          60          60           0
