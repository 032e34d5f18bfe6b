! offload: default
! A few threads that write much: their records need more room than the least share of one thread.
program kernel_much_output
  integer :: i, j
  !$omp target parallel do num_threads(2)
  do i = 1, 2
    do j = 1, 3000
      if (i == 1) write (*, '(i0)', advance='no') mod(j, 10)
    end do
  end do
  print '(a)', ''
end program kernel_much_output
