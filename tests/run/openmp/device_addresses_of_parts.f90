! offload: default
! use_device_ptr/addr, has_device_addr with sections, is_device_ptr, c_f_pointer
module k
  implicit none
contains
  subroutine scale(x, n, f)
    integer, intent(in) :: n
    real, intent(inout) :: x(n)
    real, intent(in) :: f
    integer :: i
    !$omp target teams distribute parallel do has_device_addr(x)
    do i = 1, n
      x(i) = x(i) * f
    end do
  end subroutine
  subroutine shape_(x, f)
    real, intent(inout) :: x(:, :)
    real, intent(in) :: f
    integer :: i, j
    !$omp target has_device_addr(x)
    do j = 1, size(x, 2)
      do i = 1, size(x, 1)
        x(i, j) = x(i, j) + f * i
      end do
    end do
    !$omp end target
  end subroutine
end module
program device_addresses_of_parts
  use k
  use omp_lib
  use iso_c_binding
  implicit none
  real, target :: a(12)
  real, allocatable, target :: b(:, :)
  real, pointer :: p(:), q(:)
  type(c_ptr) :: d
  integer :: i, bad, dev, ini, r
  bad = 0
  dev = omp_get_default_device(); ini = omp_get_initial_device()
  a = [(i, i = 1, 12)]
  allocate (b(3, 4)); b = 1
  !$omp target data map(tofrom: a, b)
  !$omp target data use_device_addr(a, b)
  call scale(a, 12, 2.0)
  call scale(a(5:8), 4, 10.0)
  call shape_(b, 1.0)
  call shape_(b(2:3, 1:4:2), 100.0)
  !$omp end target data
  !$omp end target data
  do i = 1, 12
    if (a(i) /= 2*i*merge(10, 1, i >= 5 .and. i <= 8)) then; print *, 'a', i, a(i); bad = bad + 1; end if
  end do
  if (any(b(1, :) /= 2) .or. any(b(2, 1::2) /= 103) .or. any(b(3, 1::2) /= 204) .or. any(b(2, 2::2) /= 3) .or. any(b(3, 2::2) /= 4)) then
    print *, 'b', b; bad = bad + 1
  end if
  p => a(2:11:3)
  !$omp target data map(tofrom: p)
  !$omp target data use_device_ptr(p)
  !$omp target has_device_addr(p)
  p(2) = -5
  !$omp end target
  !$omp end target data
  !$omp end target data
  if (a(5) /= -5) then; print *, 'p', a; bad = bad + 1; end if
  d = omp_target_alloc(c_sizeof(a(1)) * 12_c_size_t, dev)
  r = omp_target_memcpy(d, c_loc(a), 48_c_size_t, 0_c_size_t, 0_c_size_t, dev, ini)
  call c_f_pointer(d, q, [6])
  !$omp target has_device_addr(q)
  q(3) = 333
  !$omp end target
  !$omp target is_device_ptr(d)
  block
    real, pointer :: w(:, :)
    call c_f_pointer(d, w, [3, 4])
    w(1, 2) = 444
    w(:, 4) = w(:, 4) + 1
  end block
  !$omp end target
  r = r + omp_target_memcpy(c_loc(b), d, 48_c_size_t, 0_c_size_t, 0_c_size_t, ini, dev)
  if (r /= 0 .or. b(3, 1) /= 333 .or. b(1, 2) /= 444 .or. b(3, 4) /= a(12) + 1) then; print *, 'd', b; bad = bad + 1; end if
  call omp_target_free(d, dev)
  if (bad == 0) then; print '(a)', 'OK'; else; print *, 'bad', bad; end if
end program
!> OK
