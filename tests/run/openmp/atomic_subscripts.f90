! Atomic statements whose variable has substrings and sections in its subscripts.
program atomic_subscripts
  implicit none
  character(5) :: w(4) = ['alpha', 'beta ', 'gamma', 'delta']
  integer :: count_of(26), ix(3) = [1, 2, 3], i, j, v
  count_of = 0
  !$omp parallel do private(j, v)
  do i = 1, 4
    do j = 1, len_trim(w(i))
      !$omp atomic
      count_of(iachar(w(i)(j:j)) - 96) = count_of(iachar(w(i)(j:j)) - 96) + 1
    end do
    !$omp atomic update
    count_of(maxval(ix(1:3)) + 20) = count_of(maxval(ix(1:3)) + 20) + i
    !$omp atomic capture
    v = count_of(count(ix(2:) > 1) + 24)
    count_of(count(ix(2:) > 1) + 24) = count_of(count(ix(2:) > 1) + 24) + 1
    !$omp end atomic
  end do
  print '(26i3)', count_of
end program
!>   6  1  0  1  2  0  1  1  0  0  0  2  2  0  0  1  0  0  0  2  0  0 10  0  0  4
