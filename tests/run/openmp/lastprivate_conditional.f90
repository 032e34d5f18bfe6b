! offload: default
! A conditional LASTPRIVATE gives the value of the last iteration that assigns; what is first- and lastprivate.
program lastprivate_conditional
  call part_1
  call part_2
  call part_3
  call part_4
  call part_5
contains
  subroutine part_1
    integer :: i, x, a(20)
    a = [(mod(i*7,20), i=1,20)]
    x = -5
    !$omp target map(to:a) map(tofrom:x)
    !$omp parallel do lastprivate(conditional: x)
    do i = 1, 20
      if (a(i) > 10 .and. i < 15) x = i
    end do
    !$omp end target
    print *, x
    x = -5
    !$omp parallel do lastprivate(conditional: x)
    do i = 1, 20
      if (a(i) > 10 .and. i < 15) x = i
    end do
    print *, x
    x = -5
    !$omp target parallel do lastprivate(conditional: x) map(to:a)
    do i = 1, 20
      if (a(i) > 10 .and. i < 15) x = i
    end do
    print *, x
    x = -5
    !$omp parallel do lastprivate(conditional: x)
    do i = 1, 20
      if (a(i) > 100) x = i
    end do
    print *, x
  end subroutine
  subroutine part_2
    integer :: i, x, y, n
    real :: z
    x = -1; y = -1; z = 0
    n = 1000
    !$omp parallel do lastprivate(conditional: x, y, z) schedule(dynamic, 3)
    do i = 1, n
      if (mod(i, 7) == 0) x = i
      if (i < 300) y = i * 2
      if (mod(i, 2) == 0) then
        z = i * 0.5
      end if
    end do
    print *, x, y, z
    x = -1
    !$omp parallel
    !$omp do lastprivate(conditional: x)
    do i = n, 1, -1
      if (i > 500) x = i
    end do
    !$omp end do
    !$omp end parallel
    print *, x
    x = -1
    !$omp parallel sections lastprivate(conditional: x)
    !$omp section
    x = 1
    !$omp section
    x = 2
    !$omp section
    y = 3
    !$omp end parallel sections
    print *, x
    x = -1
    !$omp simd lastprivate(conditional: x)
    do i = 1, n
      if (i == 77) x = i
    end do
    print *, x
    x = -1
    !$omp target parallel do simd lastprivate(conditional: x)
    do i = 1, n
      if (i == 77) x = i
    end do
    print *, x
  end subroutine
  subroutine part_3
    integer :: i, j, x, a(5, 5)
    a = 0
    a(2, 4) = 1; a(3, 1) = 1; a(1, 4) = 1
    x = -1
    !$omp target parallel do collapse(2) lastprivate(conditional: x)
    do i = 1, 5
      do j = 1, 5
        if (a(i, j) == 1) x = 10 * i + j
      end do
    end do
    print *, x
    x = -1
    !$omp target map(tofrom: x)
    !$omp teams
    !$omp parallel do lastprivate(conditional: x)
    do i = 1, 5
      if (a(i, 4) == 1) x = i
    end do
    !$omp end teams
    !$omp end target
    print *, x
  end subroutine
  subroutine part_4
    integer :: i, x, y(3), a(10)
    x = 4; y = [1,2,3]; a = 0
    !$omp target teams distribute parallel do lastprivate(x, y) map(tofrom: a)
    do i = 1, 10
      a(i) = i + 1
      x = i * 2
      y = [i, i+1, i+2]
    end do
    print *, x, y, a
    x = 4; y = [1,2,3]
    !$omp target map(tofrom: a, x, y)
    !$omp parallel do firstprivate(x) lastprivate(x, y)
    do i = 1, 10
      a(i) = x
      x = i * 2
      y = [i, i+1, i+2]
    end do
    !$omp end target
    print *, x, y
    x = 4
    !$omp parallel do lastprivate(conditional: x)
    do i = 1, 10
      if (mod(i, 4) == 0) x = i
    end do
    print *, x
  end subroutine
  ! Functions that say nothing of their arguments are taken to read them only.
  subroutine part_5
    integer :: i, x, y
    integer, external :: looked_at
    x = -1
    y = -1
    !$omp parallel do num_threads(4) lastprivate(conditional: x, y)
    do i = 0, 63
      if (i < 37) x = i
      if (looked_at(x) < -5) stop 1
      if (i < 20) call set(y, i)
    end do
    print *, x, y
  end subroutine
  subroutine set(y, i)
    integer :: y
    integer, intent(in) :: i
    y = i
  end subroutine
end program
integer function looked_at(x)
  integer :: x
  looked_at = min(x, 0) * 0
end function
!>           14
!>           14
!>           14
!>           -5
!>          994         598   500.000000
!>          501
!>            2
!>           77
!>           77
!>           31
!>            2
!>           20          10          11          12           2           3           4           5           6           7           8           9          10          11
!>           20          10          11          12
!>            8
!>           36          19
