! ATOMIC CAPTURE without END directive; a variable that a later sequential loop makes private.
program main
  integer :: x, v, i, j, a(4,4)
  x = 5
  !$omp atomic capture
  v = x; x = x + 2
  print *, v, x
  !$omp atomic capture seq_cst
  x = x * 3; v = x
  print *, v, x
  !$omp parallel do default(none) shared(a)
  do i = 1, 4
    j = 4
    do j = 1, 4
      a(i, j) = i + j
    end do
  end do
  print *, sum(a)
end program
!>            5           7
!>           21          21
!>           80
