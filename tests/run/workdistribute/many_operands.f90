! One statement with more arrays than many devices bind storage buffers: such a device sends the region to the host.
! offload: default
program p
  integer, parameter :: n=64
  real :: a1(n), a2(n), a3(n), a4(n), a5(n), a6(n), a7(n), a8(n), a9(n), &
 a10(n), a11(n), a12(n), a13(n), a14(n), a15(n), a16(n), a17(n), a18(n), a19(n), &
 a20(n), a21(n), a22(n), a23(n), a24(n), a25(n), a26(n), a27(n), a28(n), a29(n), &
 a30(n), a31(n), a32(n), a33(n), a34(n), a35(n), a36(n), a37(n)
  integer :: k
  a1 = 1
  a2 = 2
  a3 = 3
  a4 = 4
  a5 = 5
  a6 = 6
  a7 = 7
  a8 = 8
  a9 = 9
  a10 = 10
  a11 = 11
  a12 = 12
  a13 = 13
  a14 = 14
  a15 = 15
  a16 = 16
  a17 = 17
  a18 = 18
  a19 = 19
  a20 = 20
  a21 = 21
  a22 = 22
  a23 = 23
  a24 = 24
  a25 = 25
  a26 = 26
  a27 = 27
  a28 = 28
  a29 = 29
  a30 = 30
  a31 = 31
  a32 = 32
  a33 = 33
  a34 = 34
  a35 = 35
  a36 = 36
  a37 = 37
  !$omp target teams workdistribute
  a1 = a1 + a2 + a3 + a4 + a5 + a6 + a7 + a8 + a9 +&
 a10 + a11 + a12 + a13 + a14 + a15 + a16 + a17 + a18 + a19 +&
 a20 + a21 + a22 + a23 + a24 + a25 + a26 + a27 + a28 + a29 +&
 a30 + a31 + a32 + a33 + a34 + a35 + a36 + a37
  !$omp end target teams workdistribute
  print *, sum(a1)
end program
!>    44992.0000
