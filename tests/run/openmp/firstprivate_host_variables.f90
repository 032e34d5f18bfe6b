! Firstprivate variables of the host procedure, dummies and local arrays with bounds.
program firstprivate_host_variables
  integer :: h(3), hs, r(8)
  complex(8) :: z
  logical :: lg(2)
  h = [1,2,3]; hs = 4; z = (1d0, -1d0); lg = [.true., .false.]
  r = 0
  call inner(h, 3, [2.0, 3.0])
  print *, h, hs, z, lg, r
contains
  subroutine inner(d, n, v)
    integer, intent(in) :: n
    integer :: d(0:n-1)
    real :: v(:)
    real :: w(2:n, -1:1)
    w = 1.0
    block
    integer :: q
    q = 9
    !$omp target firstprivate(h, hs, d, w, z, lg, q) map(tofrom: r)
    h(1) = h(1) + 100; hs = hs + 1; d(0) = d(0) + 10; w(2,-1) = 7; z%im = 5; lg(1) = .false.
    q = q + 1
    r(1) = h(1); r(2) = hs; r(3) = d(0); r(4) = nint(sum(w)); r(5) = nint(z%im); r(6) = count(lg)
    r(7) = lbound(w,2) + lbound(d,1); r(8) = q + ubound(w, 1)
    !$omp end target
    print *, d, nint(sum(w)), q
    end block
  end subroutine
end program
!>            1           2           3           6           9
!>            1           2           3           4              (1.0000000000000000,-1.0000000000000000) T F         101           5          11          12           5           0          -1          13
