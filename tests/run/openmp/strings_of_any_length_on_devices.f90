! regions: on the device
! stripped: no
! Strings whose length the program finds out: those that a region finds, whole, in part and as elements of arrays, and those
! that its threads have.
program strings_of_any_length
  implicit none
  character(5) :: list(3) = ['alpha', 'beta ', 'gamma']
  call sub(4, 'abcdef', list)
contains
  subroutine sub(n, z, a)
    integer, intent(in) :: n
    character(*), intent(in) :: z
    character(*), intent(inout) :: a(3)
    character(n) :: w, v
    integer :: r(8), i
    w = 'abcdefg'
    !$omp target teams distribute parallel do firstprivate(w) map(from: r) map(to: z)
    do i = 1, 8
      r(i) = i
      if (w(2:2) == 'b' .and. w == 'abcd') r(i) = len_trim(z) * 100 + len(w)
    end do
    print '(8i6)', r
    !$omp target parallel do firstprivate(w) num_threads(2) schedule(static) map(from: r)
    do i = 1, 8
      if (mod(i, 2) == 0) w(2:2) = 'z'
      if (i == 5) w(1:2) = 'qr'
      r(i) = iachar(w(2:2)) + 100 * iachar(w(1:1))
    end do
    print '(8i6)', r
    !$omp target parallel do private(v) num_threads(1) map(from: r)
    do i = 1, 8
      if (i == 1) v = 'abcd'
      v(2:2) = achar(iachar(v(2:2)) + 1)
      r(i) = iachar(v(2:2))
    end do
    print '(8i6)', r
    !$omp target teams distribute parallel do private(v) map(from: r) map(to: z)
    do i = 1, 6
      v = z(i:i) // '-' // z(1:2)
      r(i) = iachar(v(1:1)) + 1000 * iachar(v(4:4))
    end do
    print '(6i7)', r(:6)
    !$omp target teams distribute parallel do map(tofrom: a) map(from: r)
    do i = 1, 3
      a(i)(1:1) = 'X'
      r(i) = len_trim(a(i))
    end do
    print '(3(a, 1x), 3i3)', a, r(:3)
    !$omp target map(tofrom: w)
    w(3:) = 'yz'
    !$omp end target
    print '(a)', w
  end subroutine
end program
!>    604   604   604   604   604   604   604   604
!>   9798  9822  9822  9822 11414 11422 11422 11422
!>     99   100   101   102   103   104   105   106
!>   98097  98098  98099  98100  98101  98102
!> Xlpha Xeta  Xamma   5  4  5
!> abyz
