! stripped: no
! Threadprivate variables are those of each thread, also where one region follows another.
module m
  implicit none
  integer, save :: t = 0
  integer, allocatable, save :: a(:)
  !$omp threadprivate(t, a)
contains
  integer function mine()
    mine = t
  end function
end module
program threadprivates
  use m
  use omp_lib
  implicit none
  integer :: r(2), i, k
  t = 100
  allocate(a(3))
  a = 1
  k = t + size(a)
  !$omp parallel num_threads(2)
  if (omp_get_thread_num() == 1) then
    t = 200
    allocate(a(5))
    a = 2
  end if
  !$omp end parallel
  t = 101
  !$omp parallel num_threads(2)
  r(omp_get_thread_num() + 1) = t*100 + size(a)*10 + a(1)
  !$omp end parallel
  print *, k, r
  t = 102
  !$omp parallel do num_threads(2) schedule(static, 1)
  do i = 1, 2
    r(i) = t + mine()
  end do
  print *, r
  !$omp parallel num_threads(2)
  t = t + 1
  !$omp barrier
  r(omp_get_thread_num() + 1) = t
  !$omp end parallel
  print *, r, t
end program
!>          103       10131       20052
!>          204         400
!>          103         201         103
