! stripped: no
! Tabs behind the sentinels of fixed form.
      program tabs
      integer b
      b = 1
!$	b = 2
!$omp	parallel
!$omp end	parallel
!$ 10	b = b + 5
      print *, b
      end
!>            7
