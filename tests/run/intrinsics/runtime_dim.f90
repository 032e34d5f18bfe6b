! DIM, BACK and ORDER known at run time only.
program d1
implicit none
integer :: a(2,3), d, o(2), b(3,2), i
logical :: m(2,3), bk
character(3) :: c(2,3)
a = reshape([1,5,3,4,2,6],[2,3])
do d=1,2
 print *, sum(a,d), maxval(a,dim=d), size(a,d)
 print *, any(a>4,d), count(a>2,d)
 print *, cshift(a,1,d)
 print *, eoshift(a,1,dim=d)
 print *, maxloc(a,dim=d)
 print *, minloc(a,d,a>2)
 print *, spread([1,2,3],d,2)
 print *, ubound(a,d), lbound(a,d)
end do
d = 1
print *, sum([1,2,3],d), any([.true.,.false.],d), maxloc([3,1,4],d)
o=[2,1]
print *, reshape(a,[3,2],order=o)
b = reshape(a,[3,2],order=[2,1])
print *, b
bk=.true.
print *, findloc([1,2,1,2],2,back=bk), maxloc([1,3,3],back=bk), maxloc([1,3,3],1,back=bk), minloc(a,2,back=bk)
do i=1,2
 d=3-i
 print *, spread(sum(a,d),d,i)
end do
c = 'abc'; c(2,2)='xyz'
do d=1,2
print *, cshift(c,1,d)
end do
end
!>            6           7           8           5           4           6           2
!>  T F T           1           2           1
!>            5           1           4           3           6           2
!>            5           0           4           0           6           0
!>            2           2           2
!>            2           1           2
!>            1           1           2           2           3           3
!>            2           1
!>            6          15           3           6           3
!>  F T           1           3
!>            3           4           2           6           1           5
!>            3           4           2           6           0           0
!>            2           3
!>            2           2
!>            1           2           3           1           2           3
!>            3           1
!>            6 T           3
!>            1           3           2           5           4           6
!>            1           3           2           5           4           6
!>            4           3           3           1           2
!>            6          15
!>            6           6           7           7           8           8
!>  abcabcxyzabcabcabc
!>  abcxyzabcabcabcabc
