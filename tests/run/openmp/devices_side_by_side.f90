! Several devices: data of one variable on each, copies between them, dependences across them.
! devices: 2
program devices_side_by_side
  use omp_lib
  use iso_c_binding
  implicit none
  integer, target :: x(8), y(8), z(8)
  integer :: d, n, i, bad, r
  type(c_ptr) :: p(0:3)
  integer(c_size_t) :: bytes
  logical :: apart
  bad = 0
  n = omp_get_num_devices()
  apart = n > 0
  x = 5; y = 0; bytes = 32
  if (n >= 2) then
    do d = 0, n - 1
      !$omp target enter data map(to: x) device(d)
    end do
    do d = 0, n - 1
      !$omp target teams distribute parallel do device(d)
      do i = 1, 8
        x(i) = x(i) + 100 * (d + 1) + i
      end do
    end do
    if (any(x /= 5)) then; print *, 'host changed'; bad = bad + 1; end if
    !$omp target update from(x) device(1)
    if (any(x /= 205 + [(i, i = 1, 8)])) then; print *, 'dev 1', x; bad = bad + 1; end if
    !$omp target update from(x) device(0)
    if (any(x /= 105 + [(i, i = 1, 8)])) then; print *, 'dev 0', x; bad = bad + 1; end if
    ! device to device
    p(0) = omp_get_mapped_ptr(c_loc(x), 0)
    p(1) = omp_get_mapped_ptr(c_loc(x), 1)
    if (.not. c_associated(p(0)) .or. .not. c_associated(p(1))) then; print *, 'no ptr'; bad = bad + 1; end if
    r = omp_target_memcpy(p(1), p(0), 16_c_size_t, 16_c_size_t, 0_c_size_t, 1, 0)
    if (r /= 0) then; print *, 'memcpy', r; bad = bad + 1; end if
    !$omp target exit data map(from: x) device(1)
    if (any(x(1:4) /= 205 + [1, 2, 3, 4]) .or. any(x(5:8) /= 105 + [1, 2, 3, 4])) then; print *, 'copied', x; bad = bad + 1; end if
    if (omp_target_is_present(c_loc(x), 1) /= 0) then; print *, 'present 1'; bad = bad + 1; end if
    if (omp_target_is_present(c_loc(x), 0) == 0) then; print *, 'not present 0'; bad = bad + 1; end if
    !$omp target exit data map(delete: x) device(0)
    p(0) = omp_target_alloc(bytes, 0)
    p(1) = omp_target_alloc(bytes, 1)
    p(2) = omp_target_alloc(bytes, omp_get_initial_device())
    x = [(i, i = 1, 8)]
    r = omp_target_memcpy(p(0), c_loc(x), bytes, 0_c_size_t, 0_c_size_t, 0, omp_get_initial_device())
    r = r + omp_target_memcpy(p(1), p(0), bytes, 0_c_size_t, 0_c_size_t, 1, 0)
    r = r + omp_target_memcpy(p(2), p(1), bytes, 0_c_size_t, 0_c_size_t, omp_get_initial_device(), 1)
    r = r + omp_target_memcpy(c_loc(y), p(2), bytes, 0_c_size_t, 0_c_size_t, omp_get_initial_device(), omp_get_initial_device())
    if (r /= 0 .or. any(y /= x)) then; print *, 'round', r, y; bad = bad + 1; end if
    ! rect between devices: 2x2 of 4x2
    z = 0
    r = omp_target_memcpy(p(0), c_loc(z), bytes, 0_c_size_t, 0_c_size_t, 0, omp_get_initial_device())
    r = omp_target_memcpy_rect(p(0), p(1), 4_c_size_t, 2, [2_c_size_t, 2_c_size_t], [0_c_size_t, 1_c_size_t], &
        [0_c_size_t, 2_c_size_t], [2_c_size_t, 4_c_size_t], [2_c_size_t, 4_c_size_t], 0, 1)
    if (r /= 0) then; print *, 'rect', r; bad = bad + 1; end if
    r = omp_target_memcpy(c_loc(z), p(0), bytes, 0_c_size_t, 0_c_size_t, omp_get_initial_device(), 0)
    if (any(z /= [0, 3, 4, 0, 0, 7, 8, 0]) .and. any(z /= [0, 3, 4, 0, 7, 8, 0, 0])) then; print *, 'rect', z; bad = bad + 1; end if
    call omp_target_free(p(0), 0)
    call omp_target_free(p(1), 1)
    call omp_target_free(p(2), omp_get_initial_device())
    ! concurrently
    x = 0; y = 0
    !$omp target map(tofrom: x) device(0) nowait
    x = x + 1
    !$omp end target
    !$omp target map(tofrom: y) device(1) nowait
    y = y + 2
    !$omp end target
    !$omp taskwait
    if (any(x /= 1) .or. any(y /= 2)) then; print *, 'nowait', x, y; bad = bad + 1; end if
    ! dependence across devices
    !$omp target map(tofrom: x) device(0) nowait depend(inout: x)
    x = x + 1
    !$omp end target
    !$omp target map(tofrom: x) device(1) nowait depend(inout: x)
    x = x * 10
    !$omp end target
    !$omp target map(tofrom: x) device(0) depend(inout: x)
    x = x + 3
    !$omp end target
    if (any(x /= 23)) then; print *, 'depend', x; bad = bad + 1; end if
    call omp_set_default_device(1)
    !$omp target map(from: i)
    i = omp_get_device_num()
    !$omp end target
    if (i /= 1) then; print *, 'num', i; bad = bad + 1; end if
  end if
  if (bad == 0) print *, 'pass'
end program
!>  pass
