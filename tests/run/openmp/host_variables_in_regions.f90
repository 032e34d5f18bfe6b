! regions: on the device
! Internal procedures that regions call use variables of their host: those that are mapped, or that the region maps itself.
program host_variables_in_regions
  implicit none
  integer :: i, s, h, a(5), b(5)
  complex :: c
  logical :: l
  type t
    integer :: k
    real :: x(2)
  end type
  type(t) :: o
  integer, allocatable :: w(:)

  s = 0
  !$omp target teams distribute parallel do map(tofrom: s)
  do i = 1, 5
    call add(i)
  end do
  print *, s

  h = 100
  c = (1.0, 2.0)
  l = .true.
  o = t(7, [1.0, 2.0])
  !$omp target teams distribute parallel do map(to: h, c, l, o) map(from: a)
  do i = 1, 5
    a(i) = f(i)
  end do
  print *, a

  ! Without a clause.
  h = 1000
  !$omp target map(from: a)
  do i = 1, 5
    a(i) = g(i)
  end do
  !$omp end target
  print *, a

  b = [1, 2, 3, 4, 5]
  allocate (w(5), source=10)
  !$omp target teams distribute parallel do map(to: b, w) map(from: a)
  do i = 1, 5
    a(i) = arrays(i)
  end do
  print *, a
  call inner(3)
contains
  subroutine add(k)
    integer, intent(in) :: k
    !$omp atomic
    s = s + k
  end subroutine
  integer function f(k)
    integer, intent(in) :: k
    f = h * k + int(c%im)
    if (l) f = f + o%k + int(o%x(2))
  end function
  integer function g(k)
    integer, intent(in) :: k
    g = h + k
  end function
  integer function arrays(k)
    integer, intent(in) :: k
    arrays = b(k) + w(k)
  end function
  subroutine inner(n)
    integer, intent(in) :: n
    ! One that is called by another, from a procedure that has the environment itself.
    !$omp target teams distribute parallel do map(to: h) map(from: a)
    do i = 1, 5
      a(i) = n * g(i)
    end do
    print *, a
    ! Where it is passed on, and the region is in an internal procedure.
    h = h + 1
    !$omp target teams distribute parallel do map(from: a)
    do i = 1, 5
      a(i) = g(i)
    end do
    print *, a
  end subroutine
end program
!>           15
!>          111         211         311         411         511
!>         1001        1002        1003        1004        1005
!>           11          12          13          14          15
!>         3003        3006        3009        3012        3015
!>         1002        1003        1004        1005        1006
