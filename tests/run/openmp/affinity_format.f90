! The format of affinity, and what a thread is by it.
program aff
 use omp_lib
 implicit none
 character(40) :: buf, fmt
 integer :: n
 n = omp_get_affinity_format(fmt)
 print *, n, trim(fmt)
 call omp_set_affinity_format("%n/%N level %L %0.4n|%5t|")
 n = omp_capture_affinity(buf, "")
 print *, n, trim(buf)
 n = omp_capture_affinity(buf, "%{thread_num} of %{num_threads}")
 print *, n, trim(buf)
end program
!>           30 level %L thread %i affinity %A
!>           23 0/1 level 0 0000|0    |
!>            6 0 of 1
