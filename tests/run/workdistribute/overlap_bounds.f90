program overlap_bounds
  implicit none
  integer :: n, m, i
  integer :: a(20), b(20), c(5,6)
  n = 20; m = 3
  a = [(i*i, i=1,20)]; b = a
  call sub(a, 2, 18, 1, 17)
  print '(20i5)', a
  call rev(a, n)
  print '(20i5)', a
  call shiftr2(a, n, m)
  print '(20i5)', a
  c = reshape([(i, i=1,30)], [5,6])
  call diag(c, 1, 2)
  print '(5i5)', c
  call diag(c, -1, 1)
  print '(5i5)', c
  call steps(b, 2, 19, 3, 1)
  print '(20i5)', b
contains
  subroutine sub(x, l1, u1, l2, u2)
    integer :: x(:), l1, u1, l2, u2
    !$omp target teams workdistribute
    x(l1:u1) = x(l2:u2) + 1
    x(l2:u2) = x(l1:u1) * 2
    !$omp end target teams workdistribute
  end subroutine
  subroutine rev(x, k)
    integer :: k
    integer :: x(k)
    !$omp target teams workdistribute
    x = x(k:1:-1)
    x(1:k/2) = x(k/2:1:-1) + x(k:k-k/2+1:-1)
    x(k:1:-2) = x(1:k:2) - 5
    !$omp end target teams workdistribute
  end subroutine
  subroutine shiftr2(x, k, s)
    integer :: x(*), k, s
    !$omp target teams workdistribute map(tofrom: x(1:k))
    x(1+s:k) = x(1:k-s)
    x(1:k-s) = x(1+s:k) + x(1:k-s)
    !$omp end target teams workdistribute
  end subroutine
  subroutine diag(x, dx, dy)
    integer :: x(0:,0:), dx, dy
    integer :: l
    l = 1
    !$omp target teams workdistribute
    x(1+dx:3+dx, 2+dy:3+dy) = x(1:3, 2:3) * 10
    x(0:4, 5:0:-1) = x(4:0:-1, 0:5) + x(:, :)
    !$omp end target teams workdistribute
  end subroutine
  subroutine steps(x, lo, hi, st, off)
    integer, intent(inout) :: x(:)
    integer, intent(in) :: lo, hi, st, off
    !$omp target teams workdistribute
    x(lo:hi:st) = x(lo-off:hi-off:st) + x(lo+off:hi+off:st)
    x(hi:lo:-st) = x(lo:hi:st)
    !$omp end target teams workdistribute
  end subroutine
end program
!>     4   10   20   34   52   74  100  130  164  202  244  290  340  394  452  514  580  290  361  400
!>   248    5  360   29  504   69  680  125  525  197  202  520  130  675   74  499   34  355   10  243
!>   496   10  720  277  509  429  709  629  594  877  327 1045  327  877  594  629  709   74  499   34
!>   216  207  340  207  216
!>   161  152  240  152  161
!>    36   36   36   36   36
!>    26   26   26   26   26
!>    16   16   16   16   16
!>     6    6    6    6    6
!>    12   12   12   12   12
!>   276  276  520  276  276
!>   386  386  720  386  386
!>    72   72   72   72   72
!>   322  304  480  304  322
!>   432  414  680  414  432
!>     1   10    9  580   52   36  394  130   81  244  244  144  130  394  225   52  580  324   10  400
