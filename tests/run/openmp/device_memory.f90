! Routines and clauses for device memory.
program b1
  use omp_lib
  use iso_c_binding
  implicit none
  integer, parameter :: n = 64
  integer :: i, dev, host, rc
  type(c_ptr) :: p, q
  real, target :: h(n), g(n)
  real, pointer :: f(:)
  integer, target :: m(6,5), k(6,5)
  integer(c_size_t) :: bytes
  dev = omp_get_default_device()
  host = omp_get_initial_device()
  bytes = n * c_sizeof(h(1))
  h = [(real(i), i=1,n)]
  g = 0
  p = omp_target_alloc(bytes, dev)
  print *, 'alloc', c_associated(p)
  rc = omp_target_memcpy(p, c_loc(h), bytes, 0_c_size_t, 0_c_size_t, dev, host)
  print *, rc
  call c_f_pointer(p, f, [n])
  !$omp target teams distribute parallel do has_device_addr(f)
  do i = 1, n
    f(i) = 2*f(i) + 1
  end do
  !$omp target teams workdistribute has_device_addr(f)
  f = f + 100
  f(1:n/2) = f(n:n/2+1:-1)
  !$omp end target teams workdistribute
  rc = omp_target_memcpy(c_loc(g), p, bytes, 0_c_size_t, 0_c_size_t, host, dev)
  print *, rc, g(1), g(n), sum(g)
  call omp_target_free(p, dev)
  ! present, mapped, use_device
  print *, omp_target_is_present(c_loc(h), host)
  !$omp target data map(tofrom: h) use_device_addr(h)
  print *, omp_target_is_present(c_loc(h), dev), c_associated(omp_get_mapped_ptr(c_loc(h), dev))
  call work(h)
  !$omp end target data
  print *, sum(h)
  ! rectangle
  m = reshape([(i, i=1,30)], [6,5]); k = 0
  rc = omp_target_memcpy_rect(c_loc(k), c_loc(m), c_sizeof(m(1,1)), 2, [2_8, 3_8], [1_8, 2_8], [3_8, 0_8], &
       [5_8, 6_8], [5_8, 6_8], host, host)
  print *, rc
  print '(6i4)', k
  print *, omp_target_memcpy_rect(c_null_ptr, c_null_ptr, 4_8, 2, [1_8], [1_8], [1_8], [1_8], [1_8], host, host) >= 3
contains
  subroutine work(x)
    real :: x(:)
    !$omp target teams workdistribute has_device_addr(x)
    x = x * 3
    !$omp end target teams workdistribute
  end subroutine
end program
!>  alloc T
!>            0
!>            0   229.000000       229.000000       12672.0000
!>            1
!>            1 T
!>    6240.00000
!>            0
!>    0   0   0   0   0   0
!>    0   0  19  20  21   0
!>    0   0  25  26  27   0
!>    0   0   0   0   0   0
!>    0   0   0   0   0   0
!>  T
