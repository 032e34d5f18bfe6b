! Firstprivate arrays, objects, strings and scalars of a target region are its own.
program firstprivate_in_target
  call part_1
  call part_2
  call part_3
contains
  subroutine part_1
    integer :: base(1), s
    base = 100; s = 0
    !$omp target firstprivate(base) map(tofrom:s)
    base(1) = base(1) + 7
    s = base(1)
    !$omp end target
    print *, s, base(1)
  end subroutine
  subroutine part_2
    type p
      integer :: a = 3
      real :: b(2) = [1.5, 2.5]
    end type
    type(p) :: o, q(3)
    integer :: r(4)
    o%a = 10; q%a = 20; r = 0
    !$omp target firstprivate(o, q) map(tofrom:r)
    o%a = o%a + 1; q(1)%a = q(1)%a + 78
    r(1) = o%a; r(2) = nint(o%b(2)*10); r(3) = sum(q%a); r(4) = q(2)%a
    !$omp end target
    print *, r, o%a, q%a
  end subroutine
  subroutine part_3
    integer(1) :: b(3)
    integer(2) :: s
    integer(8) :: l
    logical(1) :: q(2)
    complex(8) :: z(2)
    character(3) :: c
    character(2) :: d(2, 2)
    integer :: r(8)
    b = [1_1, 2_1, 3_1]; s = 4_2; l = 5_8; q = [.true., .false.]; z = (1d0, 2d0); c = 'abc'; d = 'xy'
    r = 0
    !$omp target firstprivate(b, s, l, q, z, c, d) map(tofrom: r)
    b(1) = 10; s = s + 1; l = l * 2; q(2) = .true.; z(2) = z(2) * (0d0, 1d0); c(2:2) = 'Q'; d(1, 2)(2:2) = 'R'
    r(1) = sum(int(b)); r(2) = s; r(3) = int(l); r(4) = count(q); r(5) = nint(real(z(2))); r(6) = ichar(c(2:2))
    r(7) = ichar(d(1, 2)(2:2)); r(8) = ichar(d(1, 1)(2:2))
    !$omp end target
    print *, r
    print *, b, s, l, q, z, c, d
  end subroutine
end program
!>          107         100
!>           11          25         138          20          10          20          20          20
!>           15           5          10           2          -2          81          82         121
!>     1    2    3      4                    5 T F               (1.0000000000000000,2.0000000000000000)               (1.0000000000000000,2.0000000000000000) abcxyxyxyxy
