! A limit that is known at run time only holds for the threads of teams, and the program sees it.
! stripped: no
program thread_limit_unknown
  use omp_lib
  implicit none
  integer :: t, n, i, a(16), b(16), most(3) = [1, 10, 100]
  do n = 1, 3
    do t = 1, 3
      a = -1
      b = -1
      !$omp target teams distribute parallel do map(tofrom: a, b) num_threads(most(n)) thread_limit(most(t))
      do i = 1, 16
        a(i) = omp_get_num_threads()
        b(i) = omp_get_thread_limit()
      end do
      print *, all(a >= 1 .and. a <= min(most(n), most(t))), all(b >= 1 .and. b <= most(t))
    end do
  end do
end program
!>  T T
!>  T T
!>  T T
!>  T T
!>  T T
!>  T T
!>  T T
!>  T T
!>  T T
