! USE_DEVICE_PTR, USE_DEVICE_ADDR and HAS_DEVICE_ADDR, also of sections.
program device_addresses_of_sections
  use omp_lib
  use iso_c_binding
  implicit none
  integer, target :: x(5)
  integer, pointer :: p(:)
  integer, allocatable :: al(:)
  integer :: i, bad
  type(c_ptr) :: c, dp
  bad = 0
  x = 1
  !$omp target data map(tofrom: x) use_device_addr(x)
  !$omp target has_device_addr(x)
  x = x + 1
  !$omp end target
  !$omp end target data
  if (any(x /= 2)) then; print *, 'addr', x; bad = bad + 1; end if
  p => x
  !$omp target data map(tofrom: p)
  !$omp target data use_device_ptr(p)
  call kernel(p, 5)
  !$omp end target data
  !$omp end target data
  if (any(x /= 12)) then; print *, 'ptr', x; bad = bad + 1; end if
  allocate(al(4)); al = 3
  !$omp target data map(tofrom: al)
  !$omp target data use_device_addr(al)
  call kernel(al, 4)
  !$omp end target data
  !$omp end target data
  if (any(al /= 13)) then; print *, 'alloc', al; bad = bad + 1; end if
  c = c_loc(x)
  !$omp target data map(tofrom: x)
  !$omp target data use_device_ptr(c)
  call kernel2(c, 5)
  !$omp end target data
  !$omp end target data
  if (any(x /= 24)) then; print *, 'cptr', x; bad = bad + 1; end if
  !$omp target data map(tofrom: x) 
  dp = omp_get_mapped_ptr(c_loc(x), omp_get_default_device())
  call kernel2(dp, 5)
  !$omp end target data
  if (any(x /= 48)) then; print *, 'mapped', x; bad = bad + 1; end if
  !$omp target data map(tofrom: x(2:4)) use_device_addr(x(2:4))
  !$omp target has_device_addr(x(2:4))
  do i = 2, 4
    x(i) = i
  end do
  !$omp end target
  !$omp end target data
  if (any(x /= [48, 2, 3, 4, 48])) then; print *, 'sec', x; bad = bad + 1; end if
  if (bad == 0) print *, 'pass'
contains
  subroutine kernel(a, n)
    integer, intent(in) :: n
    integer, intent(inout) :: a(n)
    integer :: k
    !$omp target teams distribute parallel do has_device_addr(a)
    do k = 1, n
      a(k) = a(k) + 10
    end do
  end subroutine
  subroutine kernel2(q, n)
    type(c_ptr), value :: q
    integer, value :: n
    integer :: k
    !$omp target is_device_ptr(q)
    block
      integer, pointer :: f(:)
      call c_f_pointer(q, f, [n])
      do k = 1, n
        f(k) = f(k) * 2
      end do
    end block
    !$omp end target
  end subroutine
end program
!>  pass
