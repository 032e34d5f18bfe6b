! More arrays than a device binds storage buffers for one kernel: the statements are not all fused.
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
  a1 = a1 + 1
  a2 = a2 + 1
  a3 = a3 + 1
  a4 = a4 + 1
  a5 = a5 + 1
  a6 = a6 + 1
  a7 = a7 + 1
  a8 = a8 + 1
  a9 = a9 + 1
  a10 = a10 + 1
  a11 = a11 + 1
  a12 = a12 + 1
  a13 = a13 + 1
  a14 = a14 + 1
  a15 = a15 + 1
  a16 = a16 + 1
  a17 = a17 + 1
  a18 = a18 + 1
  a19 = a19 + 1
  a20 = a20 + 1
  a21 = a21 + 1
  a22 = a22 + 1
  a23 = a23 + 1
  a24 = a24 + 1
  a25 = a25 + 1
  a26 = a26 + 1
  a27 = a27 + 1
  a28 = a28 + 1
  a29 = a29 + 1
  a30 = a30 + 1
  a31 = a31 + 1
  a32 = a32 + 1
  a33 = a33 + 1
  a34 = a34 + 1
  a35 = a35 + 1
  a36 = a36 + 1
  a37 = a37 + 1
  !$omp end target teams workdistribute
  print *, sum(a1) + sum(a2) + sum(a3) + sum(a4) + sum(a5) + sum(a6) + sum(a7) + sum(a8) + sum(a9) + &
 sum(a10) + sum(a11) + sum(a12) + sum(a13) + sum(a14) + sum(a15) + sum(a16) + sum(a17) + sum(a18) + sum(a19) + &
 sum(a20) + sum(a21) + sum(a22) + sum(a23) + sum(a24) + sum(a25) + sum(a26) + sum(a27) + sum(a28) + sum(a29) + &
 sum(a30) + sum(a31) + sum(a32) + sum(a33) + sum(a34) + sum(a35) + sum(a36) + sum(a37)
end program
!>    47360.0000
