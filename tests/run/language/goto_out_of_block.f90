! GOTO and RETURN out of BLOCK constructs finalize what ends there.
module m
 type t
  integer :: k = 0
 contains
  final :: fin
 end type
contains
 subroutine fin(x)
  type(t), intent(inout) :: x
  print *, 'fin', x%k
 end subroutine
 subroutine s(n)
  integer, intent(in) :: n
  block
   type(t) :: a
   a%k = n
   block
    type(t) :: b
    b%k = n*10
    if (n==1) goto 10
    if (n==2) goto 20
    if (n==3) return
    print *, 'inner end'
   end block
   20 print *, 'at 20'
  end block
  10 print *, 'at 10'
 end subroutine
end module
 use m
 call s(1); call s(2); call s(3); call s(4)
end
!>  fin          10
!>  fin           1
!>  at 10
!>  fin          20
!>  at 20
!>  fin           2
!>  at 10
!>  fin          30
!>  fin           3
!>  inner end
!>  fin          40
!>  at 20
!>  fin           4
!>  at 10
