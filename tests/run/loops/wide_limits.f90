! Limits of 64 bits that stand for "none": loops that are cut where the index reaches one compute no place beyond what 64 bits hold.
program wide_limits
  implicit none
  integer(8) :: k8
  integer :: a(40), b(40), step
  b = 3
  do step = 1, 4
    k8 = huge(k8)
    if (step == 2) k8 = -huge(k8) - 1
    if (step == 3) k8 = 12
    if (step == 4) k8 = -3
    call s1(40, k8, a, b)
    print *, sum(a)
    call s2(40, k8, a, b)
    print *, sum(a)
    call s3(40, k8, a, b)
    print *, sum(a)
    if (k8 > -huge(k8)) call s4(40, k8, a, b)
    print *, sum(a)
    call s5(40, k8, a, b)
    print *, sum(a)
  end do
contains
  subroutine s1(n, k8, a, b)
    integer, intent(in) :: n
    integer(8), intent(in) :: k8
    integer :: a(n), b(n), i
    do i = 1, n
      if (k8 >= i) then
        a(i) = b(n + 1 - i)
      else
        a(i) = 9
      end if
    end do
  end subroutine
  subroutine s2(n, k8, a, b)
    integer, intent(in) :: n
    integer(8), intent(in) :: k8
    integer :: a(n), b(n), i
    do i = 1, n
      if (i > k8) then
        a(i) = b(n + 1 - i)
      else
        a(i) = 9
      end if
    end do
  end subroutine
  subroutine s3(n, k8, a, b)
    integer, intent(in) :: n
    integer(8), intent(in) :: k8
    integer :: a(n), b(n), i
    do i = 1, n
      if (i - 7 <= k8) then
        a(i) = b(n + 1 - i)
      else
        a(i) = 9
      end if
    end do
  end subroutine
  subroutine s4(n, k8, a, b)
    integer, intent(in) :: n
    integer(8), intent(in) :: k8
    integer :: a(n), b(n), i
    do i = 1, n
      if (i + 5 >= -k8) then
        a(i) = b(n + 1 - i)
      else
        a(i) = 9
      end if
    end do
  end subroutine
  subroutine s5(n, k8, a, b)
    integer, intent(in) :: n
    integer(8), intent(in) :: k8
    integer :: a(n), b(n), i
    do i = 1, n
      if (i == k8) then
        a(i) = b(n + 1 - i)
      else
        a(i) = 9
      end if
    end do
  end subroutine
end program
!>          120
!>          360
!>          120
!>          120
!>          360
!>          360
!>          120
!>          360
!>          360
!>          360
!>          288
!>          192
!>          246
!>          120
!>          354
!>          360
!>          120
!>          336
!>          120
!>          360
