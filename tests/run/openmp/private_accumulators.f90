! offload: default
! Private variables of threads and teams that carry values from iteration to iteration.
program private_accumulators
  call part_1
  call part_2
  call part_3
contains
  subroutine part_1
    integer :: i, cnt, total, n, mx
    n = 100; total = 0; mx = 0
    !$omp target map(tofrom: total)
    !$omp parallel private(cnt)
    cnt = 0
    !$omp do
    do i = 1, n
      cnt = cnt + 1
    end do
    !$omp end do
    !$omp atomic
    total = total + cnt
    !$omp end parallel
    !$omp end target
    print *, total
    total = 0
    !$omp target teams map(tofrom: total) private(cnt)
    cnt = 0
    !$omp distribute parallel do
    do i = 1, n
      !$omp atomic
      cnt = cnt + 1
    end do
    !$omp atomic
    total = total + cnt
    !$omp end target teams
    print *, total
  end subroutine
  subroutine part_2
    integer :: i, cnt, o(4), j
    o = 0
    !$omp target teams distribute private(cnt) map(tofrom: o)
    do j = 1, 4
      cnt = 0
      !$omp parallel do
      do i = 1, 10*j
        !$omp atomic
        cnt = cnt + 1
      end do
      o(j) = cnt
    end do
    print *, o
    o = 0
    !$omp target teams distribute map(tofrom: o) private(cnt)
    do j = 1, 4
      cnt = 5
      !$omp parallel do reduction(+: cnt)
      do i = 1, 10*j
        cnt = cnt + 1
      end do
      o(j) = cnt
    end do
    print *, o
  end subroutine
  subroutine part_3
    integer :: i, j, tmp(4), k, r(100), q
    r = 0
    !$omp target map(tofrom: r)
    !$omp parallel private(tmp, k, q)
    q = 3
    !$omp do
    do i = 1, 100
      k = i * 2
      do j = 1, 4
        tmp(j) = k + j
      end do
      if (k > 100) then
        q = k
      else
        q = -k
      end if
      r(i) = sum(tmp) + q
    end do
    !$omp end do
    !$omp end parallel
    !$omp end target
    print *, sum(r), r(1), r(100)
    r = 0
    !$omp target map(tofrom: r)
    !$omp parallel private(k)
    k = 0
    !$omp do schedule(static, 100)
    do i = 1, 100
      k = k + i
      r(i) = k
    end do
    !$omp end do
    !$omp end parallel
    !$omp end target
    print *, r(100)
    r = 0
    !$omp target map(tofrom: r)
    !$omp parallel num_threads(1)
    k = 0
    !$omp do
    do i = 1, 100
      k = k + i
      r(i) = k
    end do
    !$omp end do
    !$omp end parallel
    !$omp end target
    print *, r(100)
    r = 0
    !$omp target map(tofrom: r)
    k = 0
    !$omp do
    do i = 1, 100
      k = k + i
      r(i) = k
    end do
    !$omp end do
    !$omp end target
    print *, r(100)
  end subroutine
end program
!>          100
!>          100
!>           10          20          30          40
!>           15          25          35          45
!>        46400          16        1010
!>         5050
!>         5050
!>         5050
