! TARGET UPDATE by mappers, by name and by default: what the mapper does not move this way stays.
module fields
  implicit none
  type field
    real, allocatable :: a(:), b(:)
    integer :: id = 0
  end type
  type(field), target :: all_fields(3)
  !$omp declare mapper(field :: t) map(t%a, t%b)
  !$omp declare mapper(only_a: field :: t) map(t%a)
  !$omp declare mapper(to_b: field :: t) map(to: t%b)
contains
  subroutine add(x)
    real, intent(in) :: x
    type(field), pointer :: p
    integer :: i
    p => all_fields(2)
    !$omp target teams loop
    do i = 1, 8
      p%a(i) = p%a(i) + x*p%b(i)
    end do
  end subroutine
end module
program test
  use fields
  implicit none
  type(field), pointer :: q
  q => all_fields(2)
  allocate (q%a(8), source=1.0)
  allocate (q%b(8), source=2.0)
  !$omp target enter data map(to: all_fields(2))
  call add(10.0)
  !$omp target update from(mapper(only_a): q)
  print *, q%a(1), q%b(1)
  q%a = 7
  q%b = 3
  !$omp target update to(mapper(to_b): q)
  !$omp target update to(mapper(only_a): q)
  call add(1.0)
  !$omp target update from(all_fields(2))
  print *, q%a(8), q%b(8)
  q%b = 5
  !$omp target update to(q)
  call add(1.0)
  !$omp target update from(mapper(to_b): q)
  !$omp target update from(q)
  print *, q%a(8), q%b(8)
  !$omp target exit data map(release: all_fields(2))
end program
!>    21.0000000       2.00000000
!>    10.0000000       3.00000000
!>    15.0000000       5.00000000
