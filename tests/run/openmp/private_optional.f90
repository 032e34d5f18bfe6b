! offload: default
! Private copies of absent arguments are absent.
program private_optional
  call s()
  call s0
  call s1
  call s2
contains
  subroutine s0
    integer :: x
    x = 1
    call s(x)
  end subroutine
  subroutine s1
    integer :: x, y(3)
    x = 1; y = [1,2,3]
    call s(x, y)
  end subroutine
  subroutine s2
    integer :: x, y(3)
    character(3) :: c
    x = 1; y = [1,2,3]; c = 'abc'
    call s(x, y, c)
  end subroutine
  subroutine s(a, b, c)
    integer, optional :: a, b(:)
    character(*), optional :: c
    integer :: r(3), i
    r = -1
    !$omp target firstprivate(a) map(tofrom: r)
    if (present(a)) then
      a = a + 1
      r(1) = a
    end if
    !$omp end target
    print *, r
    if (present(a)) print *, a
    r = -1
    !$omp parallel firstprivate(a, b, c) num_threads(2)
    !$omp critical
    if (present(a)) then
      a = a + 1
      r(1) = a
    end if
    if (present(b)) then
      b(1) = b(1) + 10
      r(2) = sum(b)
    end if
    if (present(c)) then
      c(1:1) = 'z'
      r(3) = ichar(c(1:1))
    end if
    !$omp end critical
    !$omp end parallel
    print *, r
    if (present(b)) print *, b
    if (present(c)) print *, c
  end subroutine
end program
!>           -1          -1          -1
!>           -1          -1          -1
!>            2          -1          -1
!>            1
!>            2          -1          -1
!>            2          -1          -1
!>            1
!>            2          16          -1
!>            1           2           3
!>            2          -1          -1
!>            1
!>            2          16         122
!>            1           2           3
!>  abc
