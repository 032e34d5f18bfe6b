program overlap_runtime
  implicit none
  integer :: a(300), lo, hi, st, i, t
  do t = 1, 4
    a = [(i, i = 1, 300)]
    select case (t)
    case (1); lo = 1; hi = 100; st = 1
    case (2); lo = 50; hi = 149; st = 1
    case (3); lo = 101; hi = 2; st = -1
    case default; lo = 1; hi = 199; st = 2
    end select
    call work(a, lo, hi, st)
    print '(10i6)', a(1:10)
    print '(10i6)', a(95:104), a(195:204)
    print *, sum(a)
  end do
contains
  subroutine work(a, lo, hi, st)
    integer, intent(inout) :: a(:)
    integer, intent(in) :: lo, hi, st
    !$omp target teams workdistribute
    a(1:100) = a(lo:hi:st) * 2 + 1
    a(101:200) = a(100:1:-1) - a(101:200)
    !$omp end target teams workdistribute
  end subroutine
end program
!>      3     5     7     9    11    13    15    17    19    21
!>    191   193   195   197   199   201   100    97    94    91
!>   -182  -185  -188  -191  -194  -197   201   202   203   204
!>        30400
!>    101   103   105   107   109   111   113   115   117   119
!>    289   291   293   295   297   299   198   195   192   189
!>    -84   -87   -90   -93   -96   -99   201   202   203   204
!>        50000
!>    203   201   199   197   195   193   191   189   187   185
!>     15    13    11     9     7     5   -96   -95   -94   -93
!>     -2    -1     0     1     2     3   201   202   203   204
!>        30800
!>      3     7    11    15    19    23    27    31    35    39
!>    379   383   387   391   395   399   298   293   288   283
!>   -172  -177  -182  -187  -192  -197   201   202   203   204
!>        50200
