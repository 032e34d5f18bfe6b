program host_reads_old_in_a_call
  integer :: a(10), i
  a = 1
  !$omp target data map(tofrom: a)
  !$omp target teams distribute parallel do
  do i = 1, 10
    a(i) = a(i) + i
  end do
  !$omp target update from(a(1:5))
  print *, total(a(1:5))
  print *, total(a)
  !$omp end target data
contains
  integer function total(x)
    integer, intent(in) :: x(:)
    integer :: k
    total = 0
    do k = 1, size(x)
      total = total + x(k)
    end do
  end function
end program
! finds: the host reads old values of 'a' at host_reads_old_in_a_call.f90:19 | the target region at host_reads_old_in_a_call.f90:5 has stored newer ones
