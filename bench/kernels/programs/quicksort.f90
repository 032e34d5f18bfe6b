! Recursive quicksort with insertion sort of short runs.
module sorting
  implicit none
contains
  recursive subroutine sort(a, lo, hi)
    integer, intent(inout) :: a(:)
    integer, intent(in) :: lo, hi
    integer :: i, j, pivot, t
    if (hi - lo < 12) then
      do i = lo + 1, hi
        t = a(i)
        j = i - 1
        do while (j >= lo)
          if (a(j) <= t) exit
          a(j + 1) = a(j)
          j = j - 1
        end do
        a(j + 1) = t
      end do
      return
    end if
    pivot = a((lo + hi) / 2)
    i = lo
    j = hi
    do
      do while (a(i) < pivot)
        i = i + 1
      end do
      do while (a(j) > pivot)
        j = j - 1
      end do
      if (i <= j) then
        t = a(i)
        a(i) = a(j)
        a(j) = t
        i = i + 1
        j = j - 1
      end if
      if (i > j) exit
    end do
    call sort(a, lo, j)
    call sort(a, i, hi)
  end subroutine
end module
program main
  use sorting
  implicit none
  integer, parameter :: n = 3000000
  integer, allocatable :: a(:)
  integer(8) :: seed
  integer :: i
  real(8) :: t0, t1
  logical :: ok
  allocate (a(n))
  seed = 12345
  do i = 1, n
    seed = iand(seed * 1103515245_8 + 12345_8, 2147483647_8)
    a(i) = int(seed)
  end do
  call cpu_time(t0)
  call sort(a, 1, n)
  call cpu_time(t1)
  ok = all(a(2:) >= a(:n - 1))
  print *, 'sorted', ok, a(n / 2)
  print '(f12.6)', t1 - t0
end program
