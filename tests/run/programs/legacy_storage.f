*     Fixed form: COMMON, EQUIVALENCE, BLOCK DATA, shared DO labels, arithmetic IF, assigned and computed GOTO, ENTRY.
      PROGRAM LEG1
      IMPLICIT REAL*8 (A-H,O-Z)
      COMMON /BLK/ X(10), Y(10), N, M
      COMMON /CHB/ NAME, TITLE
      CHARACTER*8 NAME
      CHARACTER TITLE*20
      COMMON // Z(5), KK
      INTEGER*2 I2(4)
      INTEGER*4 I4(2)
      EQUIVALENCE (I2(1), I4(1))
      LOGICAL*1 L1
      COMPLEX*16 CZ
      REAL*4 R4
      EQUIVALENCE (R4, IR4)
      DIMENSION A(3,3), IV(12)
      DATA A /1.D0,2.D0,3.D0,4.D0,5.D0,6.D0,7.D0,8.D0,9.D0/
      DATA (IV(I),I=1,11,2) /6*7/, (IV(I),I=2,12,2) /1,2,3,3*4/
      DATA L1 /.TRUE./, CZ /(1.5D0,-2.5D0)/
      F(T) = T*T + 1.D0
      IF (N .NE. 10) STOP 1
      IF (NAME .NE. 'ABCDEFGH') STOP 2
      IF (TITLE .NE. 'THE TITLE') STOP 3
      DO 10 I = 1, N
   10 X(I) = F(DBLE(I))
      IF (X(3) .NE. 10.D0) STOP 4
      S = 0
      DO 20 I = 1, 3
      DO 20 J = 1, 3
        S = S + A(I,J)
   20 CONTINUE
      IF (S .NE. 45.D0) STOP 5
      I4(1) = 65537
      IF (I2(1) .NE. 1 .OR. I2(2) .NE. 1) STOP 6
      R4 = 1.0
      IF (IR4 .NE. 1065353216) STOP 7
      K = 0
      DO 30 I = -1, 1
      IF (I) 31, 32, 33
   31 K = K + 1
      GO TO 30
   32 K = K + 10
      GO TO 30
   33 K = K + 100
   30 CONTINUE
      IF (K .NE. 111) STOP 8
      DO 40 I = 0, 4
      GO TO (41,42,43), I
      K = K + 1000
      GOTO 40
   41 K = K + 1
      GOTO 40
   42 K = K + 2
      GOTO 40
   43 K = K + 3
   40 CONTINUE
      IF (K .NE. 2117) STOP 9
      IF (.NOT. L1) STOP 10
      IF (DIMAG(CZ) .NE. -2.5D0) STOP 11
      IF (ABS(CDABS(CZ) - DSQRT(8.5D0)) .GT. 1.D-12) STOP 12
      CALL SUB1(A, 3, 3, S)
      IF (S .NE. 15.D0) STOP 13
      ISUM = 0
      DO 50 I=1,12
   50 ISUM = ISUM + IV(I)
      PRINT *, ISUM
      DO 60 Q = 0.5, 2.5, 0.5
   60 PRINT '(F6.2)', Q
      ASSIGN 70 TO LAB
      GO TO LAB, (70, 80)
   80 STOP 14
   70 CONTINUE
      CALL SUB2(*90, *100, 2)
      STOP 15
   90 STOP 16
  100 PRINT *, 'OK'
      CALL ENT1(3)
      CALL ENT2(4)
      KK = 5
      CALL CHKB
      END
      SUBROUTINE CHKB
      REAL*8 W(5)
      COMMON W, L
      IF (L .NE. 5) STOP 30
      END
      SUBROUTINE SUB1(B, LDB, N, TR)
      REAL*8 B(LDB,*), TR
      TR = 0
      DO 10 I = 1, N
   10 TR = TR + B(I,I)
      RETURN
      END
      SUBROUTINE SUB2(*,*,K)
      IF (K .EQ. 1) RETURN 1
      RETURN 2
      END
      BLOCK DATA INIT
      IMPLICIT REAL*8 (A-H,O-Z)
      COMMON /BLK/ X(10), Y(10), N, M
      COMMON /CHB/ NAME, TITLE
      CHARACTER*8 NAME
      CHARACTER TITLE*20
      DATA N, M /10, 20/, Y /10*1.5D0/
      DATA NAME /'ABCDEFGH'/, TITLE /'THE TITLE'/
      END
      SUBROUTINE ENTS(I)
      INTEGER K
      SAVE K
      DATA K /0/
      RETURN
      ENTRY ENT1(I)
      K = K + I
      PRINT *, 'ENT1', K
      RETURN
      ENTRY ENT2(I)
      K = K * I
      PRINT *, 'ENT2', K
      END
!>           60
!>   0.50
!>   1.00
!>   1.50
!>   2.00
!>   2.50
!>  OK
!>  ENT1           3
!>  ENT2          12
