! Addresses of device memory in a region: C_F_POINTER makes arrays of it there.
program device_addresses
  use omp_lib
  use iso_c_binding
  implicit none
  integer, parameter :: n = 8
  integer, target :: a(n), b(n)
  type(c_ptr) :: p
  integer :: i, rc, dev, ini
  type t
    integer :: a = 1, b = 2
  end type
  type(t) :: x, y(2)
  dev = omp_get_default_device(); ini = omp_get_initial_device()
  a = [(i, i = 1, n)]; b = 0
  p = omp_target_alloc(int(4*n, c_size_t), dev)
  rc = omp_target_memcpy(p, c_loc(a), int(4*n, c_size_t), 0_c_size_t, 0_c_size_t, dev, ini)
  !$omp target is_device_ptr(p) map(tofrom: b)
  block
    integer, pointer :: q(:)
    call c_f_pointer(p, q, [n])
    b = q + 1
    q = 5
  end block
  !$omp end target
  print *, b
  ! Another shape, and a loop that teams share.
  !$omp target teams is_device_ptr(p)
  block
    integer, pointer :: q(:, :)
    integer :: j, k
    call c_f_pointer(p, q, [2, n/2])
    !$omp distribute parallel do collapse(2)
    do k = 1, n/2
      do j = 1, 2
        q(j, k) = q(j, k) + 10*j + 100*k
      end do
    end do
  end block
  !$omp end target teams
  rc = omp_target_memcpy(c_loc(b), p, int(4*n, c_size_t), 0_c_size_t, 0_c_size_t, ini, dev)
  print *, b
  call by_value(p, n)
  rc = omp_target_memcpy(c_loc(b), p, int(4*n, c_size_t), 0_c_size_t, 0_c_size_t, ini, dev)
  print *, b
  call omp_target_free(p, dev)
  ! Objects that are no addresses are used where they are.
  !$omp target data map(tofrom: x, y) use_device_addr(x, y)
  !$omp target has_device_addr(x, y)
  x%a = 10
  y(2)%b = 20
  !$omp end target
  !$omp end target data
  print *, x, y
contains
  subroutine by_value(p, n)
    type(c_ptr), value :: p
    integer, intent(in) :: n
    integer :: k
    !$omp target is_device_ptr(p)
    block
      integer, pointer :: q(:)
      call c_f_pointer(p, q, [n])
      do k = 1, n
        q(k) = -q(k)
      end do
    end block
    !$omp end target
  end subroutine
end program
!>            2           3           4           5           6           7           8           9
!>          115         125         215         225         315         325         415         425
!>         -115        -125        -215        -225        -315        -325        -415        -425
!>           10           2           1           2           1          20
