! Device addresses that stand in mapped variables: c_f_pointer of them in a region, whose kernels use what they lead to.
module device_address_types
  use iso_c_binding
  type t
    type(c_ptr) :: p
    integer :: n
  end type
end module
program device_addresses
  use omp_lib
  use device_address_types
  implicit none
  type(t) :: o
  type(c_ptr) :: sc, ds(2)
  integer, target :: h(4)
  integer :: dev, rc
  dev = omp_get_default_device()
  o%p = omp_target_alloc(16_c_size_t, dev)
  o%n = 4
  h = 3
  rc = omp_target_memcpy(o%p, c_loc(h), 16_c_size_t, 0_c_size_t, 0_c_size_t, dev, omp_get_initial_device())
  !$omp target map(to: o)
  block
    integer, pointer :: q(:)
    call c_f_pointer(o%p, q, [o%n])
    q = q + 10
  end block
  !$omp end target
  sc = o%p
  !$omp target map(to: sc)
  block
    integer, pointer :: q(:)
    call c_f_pointer(sc, q, [4])
    q = q + 10
  end block
  !$omp end target
  !$omp target firstprivate(sc)
  block
    integer, pointer :: q(:)
    call c_f_pointer(sc, q, [4])
    q = q + 10
  end block
  !$omp end target
  !$omp target firstprivate(o)
  block
    integer, pointer :: q(:)
    call c_f_pointer(o%p, q, [4])
    q = q + 10
  end block
  !$omp end target
  rc = omp_target_memcpy(c_loc(h), o%p, 16_c_size_t, 0_c_size_t, 0_c_size_t, omp_get_initial_device(), dev)
  print *, h
  ! In an array of addresses.
  ds(1) = o%p
  ds(2) = omp_target_alloc(16_c_size_t, dev)
  h = 2
  rc = omp_target_memcpy(ds(2), c_loc(h), 16_c_size_t, 0_c_size_t, 0_c_size_t, dev, omp_get_initial_device())
  !$omp target map(to: ds)
  block
    integer, pointer :: q(:), r(:)
    call c_f_pointer(ds(1), q, [4])
    call c_f_pointer(ds(2), r, [4])
    q = q + 10*r
  end block
  !$omp end target
  rc = omp_target_memcpy(c_loc(h), ds(1), 16_c_size_t, 0_c_size_t, 0_c_size_t, omp_get_initial_device(), dev)
  print *, h
  call omp_target_free(ds(1), dev)
  call omp_target_free(ds(2), dev)
end program
!>           43          43          43          43
!>           63          63          63          63
