program string_functions
  character(5) :: s(4)
  integer :: k(4), n(4), v(4)
  character(5) :: l(4), r(4)
  character(9) :: w(4)
  s = ['aeiou', 'b    ', ' c  c', 'deda ']
  !$omp target teams workdistribute
  k = vow(s, 'aeiou') + idx(s(:)(2:), 'c')*100
  !$omp end target teams workdistribute
  print *, k
  !$omp target teams workdistribute
  k = index(s, 'e') + 10*index(s, 'c', back=.true.) + 100*index('abcdeda', s(:)(2:4))
  n = len_trim(s) + 10*scan(s, 'ceo') + 100*scan(s, 'ceo', .true.)
  v = verify(s, 'aeiou ') + 10*verify(s, ' a', back=.true.)
  l = adjustl(s)
  r = adjustr(s(4:1:-1))
  w = adjustr(s)//'|'//adjustl(s(4:1:-1))
  s(2:4) = s(1:3)
  where (index(s, 'a') > 0) s = adjustr(s)
  !$omp end target teams workdistribute
  print *, k, n, v
  print '(4(a,";"))', l, r, w, s
contains
  elemental integer function vow(x, set) result(n)
    character(*), intent(in) :: x, set
    integer :: i, j
    n = 0
    do i = 1, len(x)
      do j = 1, len(set)
        if (x(i:i) == set(j:j)) then
          n = n + 1
          exit
        end if
      end do
    end do
  end function
  elemental integer function idx(x, y) result(n)
    character(*), intent(in) :: x, y
    integer :: i
    n = 0
    do i = 1, len(x) - len(y) + 1
        if (x(i:i+len(y)-1) == y) then
          n = i
          exit
        end if
    end do
  end function
end program
!>            5           0         100           2
!>            2           0          50         502         425           1         525         224          50          11          52          31
!> aeiou;b    ;c  c ;deda ;
!>  deda; c  c;    b;aeiou;
!> aeiou|ded;    b|c  ; c  c|b  ; deda|aei;
!> aeiou;aeiou;b    ; c  c;
