! offload: default
! Firstprivate strings of constant, run-time and deferred length.
program private_strings
  character(6) :: c
  character(:), allocatable :: d(:)
  c = 'abcdef'; d = ['one', 'two']
  call s(c, d, 4)
  print *, c, d
contains
  subroutine s(c, d, n)
    character(*) :: c
    character(:), allocatable :: d(:)
    integer :: n, r(6)
    character(n) :: w, v(2)
    w = 'wxyz'; v = ['1234', '5678']
    r = 0
    !$omp target firstprivate(c, d, w, v) map(tofrom: r)
    c(1:1) = 'Z'; d(2)(1:1) = 'Z'; w(2:2) = 'Z'; v(1)(4:4) = 'Z'
    r(1) = ichar(c(1:1)); r(2) = ichar(d(2)(1:1)); r(3) = ichar(w(2:2)); r(4) = ichar(v(1)(4:4))
    r(5) = len(c) + len(d); r(6) = len(w) + len(v)
    !$omp end target
    print *, r, c, d, w, v
    !$omp parallel firstprivate(c, d, w, v) num_threads(2)
    !$omp critical
    c(1:1) = 'Z'; d(2)(1:1) = 'Z'; w(2:2) = 'Z'; v(1)(4:4) = 'Z'
    r(1) = ichar(c(1:1)); r(2) = ichar(d(2)(1:1)); r(3) = ichar(w(2:2)); r(4) = ichar(v(1)(4:4))
    !$omp end critical
    !$omp end parallel
    print *, r, c, d, w, v
    !$omp task firstprivate(c, d, w, v) shared(r)
    c(1:1) = 'Y'; d(2)(1:1) = 'Y'; w(2:2) = 'Y'; v(1)(4:4) = 'Y'
    r(1) = ichar(c(1:1)); r(2) = ichar(d(2)(1:1)); r(3) = ichar(w(2:2)); r(4) = ichar(v(1)(4:4))
    !$omp end task
    !$omp taskwait
    print *, r, c, d, w, v
  end subroutine
end program
!>           90          90          90          90           9           8 abcdefonetwowxyz12345678
!>           90          90          90          90           9           8 abcdefonetwowxyz12345678
!>           89          89          89          89           9           8 abcdefonetwowxyz12345678
!>  abcdefonetwo
