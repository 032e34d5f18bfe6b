! ENTRY points of a function whose results have different types; statement functions of strings pad what is too short.
integer function whole(a)
 integer a, b
 double precision precise
 logical yes
 complex both
 whole = 15 + a
 return
 entry precise(b)
 precise = 42.5d0 + b
 return
 entry yes(b)
 yes = b == 42
 return
 entry both(b)
 both = cmplx(b, -b)
end function
function one(a) result(r)
 integer a, s
 logical r
 real t
 entry other(a) result(s)
 entry more(a) result(t)
 r = a < 0
 if (a == 0) s = 16 + a
 if (a > 0) t = 17.5 + a
end function
program p
 integer whole, other
 real more
 double precision precise
 logical yes, one
 complex both
 character(4) a, b, part
 character(10) join
 character(:), allocatable :: long
 join(a, b) = a // b // '|'
 part(i, j) = '0123456789'(i:j)
 print *, whole(6), precise(7), yes(42), yes(41), both(3)
 print *, one(-5), other(0), more(2)
 long = 'abcdefgh'
 print '(4a)', join('01', '02'), join(long, 'x'), part(2, 3) // '!', join(trim('  '), long(3:4))
end program
!>           21   49.500000000000000      T F            (3.00000000,-3.00000000)
!>  T          16   19.5000000
!> 01  02  | abcdx   | 12  !    cd  |
