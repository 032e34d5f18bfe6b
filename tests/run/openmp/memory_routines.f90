! The memory routines of omp_lib: copies, parts of them, fills, associated memory.
program memory_routines
  use omp_lib
  use iso_c_binding
  implicit none
  integer :: dev, host, r, i, bad, j
  type(c_ptr) :: p, q
  integer, target :: a(12), b(12)
  integer, pointer :: d(:)
  real(8), pointer :: e(:, :)
  integer(c_size_t), parameter :: z = 0
  real(8), target :: m(4, 5)
  bad = 0
  dev = omp_get_default_device(); host = omp_get_initial_device()
  p = omp_target_alloc(48_c_size_t, dev)
  a = [(i, i = 1, 12)]
  r = omp_target_memcpy(p, c_loc(a), 48_c_size_t, z, z, dev, host)
  if (r /= 0) bad = bad + 1
  call c_f_pointer(p, d, [12])
  !$omp target teams distribute parallel do has_device_addr(d)
  do i = 1, 12
    d(i) = d(i) * 2
  end do
  !$omp target is_device_ptr(p)
  block
    integer, pointer :: f(:)
    call c_f_pointer(p, f, [12])
    f(3) = 333
  end block
  !$omp end target
  b = 0
  r = omp_target_memcpy(c_loc(b), p, 40_c_size_t, 8_c_size_t, 4_c_size_t, host, dev)
  if (r /= 0 .or. any(b(3:12) /= [4, 333, 8, 10, 12, 14, 16, 18, 20, 22]) .or. any(b(1:2) /= 0)) then; print *, 'b', b; bad = bad + 1; end if
  q = omp_target_memset(p, 1, 24_c_size_t, dev)
  r = omp_target_memcpy(c_loc(b), p, 48_c_size_t, z, z, host, dev)
  if (any(b(1:6) /= int(z'01010101')) .or. b(7) /= 14) then; print *, 'memset', b; bad = bad + 1; end if
  call omp_target_free(p, dev)
  ! associate
  p = omp_target_alloc(48_c_size_t, dev)
  r = omp_target_associate_ptr(c_loc(a), p, 48_c_size_t, z, dev)
  if (host /= dev) then
    if (r /= 0) then; print *, 'assoc', r; bad = bad + 1; end if
    if (omp_target_is_present(c_loc(a), dev) == 0) then; print *, 'pres'; bad = bad + 1; end if
    if (.not. c_associated(omp_get_mapped_ptr(c_loc(a), dev))) then; print *, 'mapped'; bad = bad + 1; end if
    a = 3
    !$omp target update to(a)
    !$omp target map(tofrom: a)
    a = a + 1
    !$omp end target
    if (any(a /= 3)) then; print *, 'assoc copied', a; bad = bad + 1; end if
    !$omp target update from(a)
    if (any(a /= 4)) then; print *, 'assoc upd', a; bad = bad + 1; end if
    r = omp_target_disassociate_ptr(c_loc(a), dev)
    if (r /= 0) bad = bad + 1
    if (omp_target_is_present(c_loc(a), dev) /= 0) bad = bad + 1
    r = omp_target_disassociate_ptr(c_loc(a), dev)
    if (r == 0) bad = bad + 1
  end if
  call omp_target_free(p, dev)
  ! 2d
  p = omp_target_alloc(160_c_size_t, dev)
  call c_f_pointer(p, e, [4, 5])
  !$omp target has_device_addr(e)
  do j = 1, 5
    do i = 1, 4
      e(i, j) = 10 * i + j
    end do
  end do
  !$omp end target
  m = 0
  ! column-major 4x5: C dims are 5 (slow), 4 (fast)
  r = omp_target_memcpy_rect(c_loc(m), p, 8_c_size_t, 2, [2_c_size_t, 3_c_size_t], [1_c_size_t, 0_c_size_t], &
      [2_c_size_t, 1_c_size_t], [5_c_size_t, 4_c_size_t], [5_c_size_t, 4_c_size_t], host, dev)
  if (r /= 0) bad = bad + 1
  if (any(m(1:3, 2) /= [23, 33, 43]) .or. any(m(1:3, 3) /= [24, 34, 44]) .or. sum(m) /= 200 + 1 ) then; print *, m; bad = bad + 1; end if
  call omp_target_free(p, dev)
  if (omp_target_is_accessible(c_loc(a), 48_c_size_t, host) == 0) then; print *, 'acc'; bad = bad + 1; end if
  r = omp_target_memcpy_rect(c_null_ptr, c_null_ptr, 8_c_size_t, 2, [z], [z], [z], [z], [z], host, dev)
  if (r < 3) bad = bad + 1
  if (bad == 0) print *, 'pass'
end program
!>  pass
