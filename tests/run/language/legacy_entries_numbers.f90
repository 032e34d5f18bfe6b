! Entry points with and without alternate returns in one subroutine; DCMPLX in an INTRINSIC statement; numeric input
! fields without digits.
program main
  implicit none
  complex(8) :: z
  integer :: i
  z = conv(3)
  print '(2f8.3)', z
  do i = -1, 3
    call start(i, *10, *20)
    print *, 'no label', i
    cycle
10  print *, 'first', i
    cycle
20  print *, 'second', i
  end do
  call plain(1)
  call plain(2)
  call fields
contains
  complex(8) function conv(n)
    integer, intent(in) :: n
    real :: x
    double complex :: w(2)
    intrinsic dcmplx, dimag
    x = 0.1
    w = dcmplx([1.0, 2.0], 0.5d0)
    conv = dcmplx(x) * n + dcmplx(n, 1d0/3) + sum(w)
    if (kind(dcmplx(1.0)) /= 8 .or. dimag(dcmplx(1, 1d-12)) /= 1d-12) stop 1
  end function
  subroutine fields
    character(10) :: s(10)
    integer :: i, k
    real :: x
    s = [character(10) :: '.', '+', '  .  ', '.E+00', '+  .  E00', '.D0', 'D0', '. 5', '1.E', 'E1.']
    do i = 1, size(s)
      x = -1
      read (s(i), '(f10.4)', iostat=k) x
      print '(a, f8.3, l2)', s(i), x, k == 0
    end do
  end subroutine
end program

subroutine plain(n)
  implicit none
  integer, intent(in) :: n
  integer :: m
  m = 10*n
  go to 1
  entry start(n, *, *)
  m = n
1 print *, 'in', m
  if (n == 1) return 1
  if (n == 2) return 2
  return m
end subroutine
!>    6.300   1.333
!>  in          -1
!>  no label          -1
!>  in           0
!>  no label           0
!>  in           1
!>  first           1
!>  in           2
!>  second           2
!>  in           3
!>  no label           3
!>  in          10
!>  in          20
!> .            0.000 T
!> +            0.000 T
!>   .          0.000 T
!> .E+00        0.000 T
!> +  .  E00    0.000 T
!> .D0          0.000 T
!> D0           0.000 T
!> . 5          0.500 T
!> 1.E         -1.000 F
!> E1.         -1.000 F
