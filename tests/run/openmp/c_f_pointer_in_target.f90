! offload: default
! C_F_POINTER in target regions, of addresses of the host.
program c01
  use iso_c_binding
  implicit none
  integer, target :: a(6), b(6)
  type(c_ptr) :: p, q
  integer :: i
  a = [(i, i = 1, 6)]; b = 0
  p = c_loc(a)
  !$omp target map(tofrom: a, b)
  block
    integer, pointer :: f(:)
    call c_f_pointer(p, f, [6])
    b = f + 1
    f(2) = 50
  end block
  !$omp end target
  print *, a, b
  !$omp target map(tofrom: a, b)
  block
    integer, pointer :: f(:)
    type(c_ptr) :: r
    r = c_loc(a)
    call c_f_pointer(r, f, [6])
    f = f * 2
    b(1) = f(1)
  end block
  !$omp end target
  print *, a, b
  !$omp target data map(tofrom: a, b)
  !$omp target
  a = a + 1
  !$omp end target
  !$omp target
  block
    integer, pointer :: f(:, :)
    call c_f_pointer(c_loc(a), f, [2, 3])
    f(2, 3) = f(1, 1) + 1000
  end block
  !$omp end target
  !$omp target
  b = a
  !$omp end target
  !$omp end target data
  print *, a, b
end program
!>            1          50           3           4           5           6           2           3           4           5           6           7
!>            2         100           6           8          10          12           2           3           4           5           6           7
!>            3         101           7           9          11        1003           3         101           7           9          11        1003
