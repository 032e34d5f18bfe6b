! Conditional LASTPRIVATE: the iteration, section or task with the largest number that assigns has the last word, whoever runs
! it and however it assigns.
module last_assignment_procedures
  implicit none
contains
  subroutine give(x, n)
    integer, intent(out) :: x
    integer, intent(in) :: n
    x = n
  end subroutine give

  subroutine double(x)
    integer, intent(inout) :: x
    x = 2*x
  end subroutine double

  subroutine look(x, n)
    integer, intent(in) :: x
    integer, intent(inout) :: n
    n = n + x - x
  end subroutine look

  integer function noted(x, n)
    integer, intent(out) :: x
    integer, intent(in) :: n
    x = n
    noted = n
  end function noted

  ! In whatever team.
  subroutine orphan(n, m, x, y)
    integer, intent(in) :: n, m
    integer, intent(inout) :: x
    real(8), intent(inout) :: y
    integer :: i
    !$omp do schedule(dynamic) lastprivate(conditional: x, y)
    do i = 1, n
      if (mod(i, m) == 0) x = 10*i
      if (mod(i, m + 1) == 0) y = i/4d0
    end do
  end subroutine orphan
end module last_assignment_procedures

program last_assignments
  use last_assignment_procedures
  implicit none
  integer :: i, j, k, n, t, x, y, z, other
  integer(1) :: small
  real(8) :: r
  complex(8) :: c
  logical :: l
  character(3) :: s
  integer, parameter :: teams(3) = [1, 2, 7]
  do t = 1, 3
    ! Every way to assign, and what only reads.
    x = -1
    y = -1
    z = -1
    other = 0
    n = 60
    !$omp parallel do num_threads(teams(t)) schedule(dynamic, 1) lastprivate(conditional: x, y, z) reduction(+: other)
    do i = 1, n
      if (i == 7) then
        block
          integer :: inner
          inner = 70
          x = inner
        end block
      else if (i == 3) then
        call give(x, 30)
      end if
      if (mod(i, 20) == 9) call give(y, i)
      if (mod(i, 20) == 9) call double(y)
      call look(x, other)
      select case (i)
      case (11, 13)
        if (noted(z, i) > 100) other = other + 1
      case (50)
        other = other + 1
      end select
    end do
    print *, x, y, z, other
    ! Every type.
    small = 0
    r = 0
    c = 0
    l = .true.
    s = 'abc'
    !$omp parallel do num_threads(teams(t)) schedule(static, 1) lastprivate(conditional: small, r, c, l, s)
    do i = 100, -100, -3
      if (i > 40) small = int(i, 1)
      if (i > 20) r = i/8d0
      if (i > 10) c = cmplx(i, -i, 8)
      if (i > 30) l = mod(i, 2) == 0
      if (i > 50) write (s, '(i3.3)') i
      if (i > 60) s(2:2) = '-'
    end do
    print *, small, r, c, l, s
    ! Nobody assigns: the value stays. Nor does a loop without iterations.
    x = 5
    y = 6
    !$omp parallel num_threads(teams(t))
    !$omp do lastprivate(conditional: x)
    do i = 1, n
      if (i > n) x = i
    end do
    !$omp do lastprivate(conditional: y)
    do i = n, 1
      y = i
    end do
    !$omp end parallel
    print *, x, y
    ! Begins with the value, loops without barriers between, orphaned ones, collapsed and ordered ones.
    x = 100
    y = 0
    z = 0
    r = -1
    !$omp parallel num_threads(teams(t))
    !$omp do firstprivate(x) lastprivate(conditional: x) schedule(guided)
    do i = 1, n
      if (i == 1) x = x + 1
    end do
    !$omp end do nowait
    !$omp do lastprivate(conditional: y) schedule(static, 2)
    do i = 1, n
      if (i < 31) y = i
    end do
    !$omp end do nowait
    !$omp do lastprivate(conditional: k) collapse(2)
    do i = 1, 6
      do j = i, 6
        if (i*j == 6) k = 10*i + j
      end do
    end do
    !$omp do ordered lastprivate(conditional: z) schedule(dynamic)
    do i = 1, 20
      !$omp ordered
      if (i < 9) z = z*0 + i
      !$omp end ordered
    end do
    call orphan(n, 7, other, r)
    !$omp end parallel
    print *, x, y, k, z, other, r
    ! Sections, the last of which does not assign.
    x = 0
    y = 0
    !$omp parallel sections num_threads(teams(t)) lastprivate(conditional: x, y)
    !$omp section
    x = 1
    y = 1
    !$omp section
    if (n == 60) x = 2
    !$omp section
    if (n == 0) x = 3
    y = 3
    !$omp section
    call look(x, other)
    !$omp end parallel sections
    print *, x, y
    ! Tasks, with and without a group of their own.
    x = 0
    y = 0
    !$omp parallel num_threads(teams(t))
    !$omp single
    !$omp taskloop num_tasks(9) lastprivate(conditional: x)
    do i = 1, n
      if (mod(i, 25) == 0) x = i
    end do
    !$omp taskgroup
    !$omp taskloop grainsize(1) nogroup lastprivate(conditional: y)
    do i = 1, n
      if (i < 12) y = i
    end do
    !$omp end taskgroup
    !$omp taskloop simd num_tasks(4) lastprivate(conditional: z) collapse(2)
    do i = 1, 5
      do j = 1, 5
        if (i + j == 6) z = 10*i + j
      end do
    end do
    !$omp end single
    !$omp end parallel
    print *, x, y, z
    ! The variable of a loop within, an atomic construct, an association, loops of tiles.
    x = 0
    y = 0
    z = 0
    !$omp parallel do num_threads(teams(t)) schedule(dynamic) lastprivate(conditional: x, y, z)
    do i = 1, 30
      if (i < 5) then
        do x = 1, i
        end do
      end if
      if (i < 15) then
        !$omp atomic write
        y = i
      end if
      associate (a => z)
        if (i < 25) a = i
      end associate
    end do
    print *, x, y, z
    x = 0
    !$omp parallel do num_threads(teams(t)) schedule(static, 1) lastprivate(conditional: x)
    !$omp tile sizes(4)
    do i = 1, 30
      if (mod(i, 12) == 2) x = i
    end do
    print *, x
    x = 0
    y = 1
    !$omp simd lastprivate(conditional: x) linear(y: 2)
    do i = 1, 30
      if (i == 10) x = y
      y = y + 2
    end do
    print *, x, y
  end do
end program last_assignments
!>           70          98          13           1
!>    43   2.7500000000000000                   (13.000000000000000,-13.000000000000000) F 052
!>            5           6
!>          101          30          23           8         560   14.000000000000000     
!>            2           3
!>           50          11          51
!>            5          14          24
!>           26
!>           19          61
!>           70          98          13           1
!>    43   2.7500000000000000                   (13.000000000000000,-13.000000000000000) F 052
!>            5           6
!>          101          30          23           8         560   14.000000000000000     
!>            2           3
!>           50          11          51
!>            5          14          24
!>           26
!>           19          61
!>           70          98          13           1
!>    43   2.7500000000000000                   (13.000000000000000,-13.000000000000000) F 052
!>            5           6
!>          101          30          23           8         560   14.000000000000000     
!>            2           3
!>           50          11          51
!>            5          14          24
!>           26
!>           19          61
