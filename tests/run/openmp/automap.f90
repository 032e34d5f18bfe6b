! Variables with AUTOMAP are on the default device while they are allocated; REF_PTR, REF_PTEE and ATTACH in maps.
module fields
  implicit none
  real, allocatable, target :: field(:)
  !$omp declare target enter(automap: field)
end module

program automap
  use fields
  use omp_lib
  use iso_c_binding, only: c_loc
  implicit none
  integer :: i, turn
  logical :: present(4)
  integer, pointer :: p(:)
  integer, target :: a(10)

  do turn = 1, 2
    present(2 * turn - 1) = omp_target_is_present(c_loc(a), omp_get_default_device()) /= 0
    if (turn == 1) allocate(field(100))
    if (turn == 2) allocate(field(50), source=2.0)
    present(2 * turn) = omp_target_is_present(c_loc(field), omp_get_default_device()) /= 0
    if (turn == 1) then
      !$omp target teams loop
      do i = 1, 100
        field(i) = i
      end do
    else
      !$omp target
      field(50) = field(49) + 1
      !$omp end target
    end if
    ! Nothing is copied at the ends of regions.
    !$omp target update from(field)
    print *, size(field), sum(field)
    deallocate(field)
  end do
  print *, (present(1) .or. present(3)) .and. omp_get_num_devices() > 0, &
    present(2) .and. present(4) .or. omp_get_num_devices() == 0

  a = [(i, i = 1, 10)]
  p => a
  !$omp target enter data map(ref_ptee, to: p)
  !$omp target enter data map(ref_ptr, to: p)
  !$omp target map(attach(always): p)
  p = p + 1
  !$omp end target
  !$omp target exit data map(ref_ptr, release: p)
  !$omp target exit data map(ref_ptr_ptee, from: p)
  print *, sum(a)
end program
!>          100   5050.00000    
!>           50   101.000000    
!>  F T
!>           65
