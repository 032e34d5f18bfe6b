!=== values of two types in a conditional expression
program p
 integer :: a
 a = 1
 a = (a > 0 ? 1 : 2.5) !! the values of a conditional expression have one type and kind
end
!=== values of two ranks in a conditional expression
program p
 integer :: a, b(2)
 a = 1
 b = (a > 0 ? 1 : b) !! the values of a conditional expression have one rank, not 0 and 1
end
!=== a condition that is no logical
program p
 integer :: a
 a = 1
 a = (a ? 1 : 2) !! the condition must be logical
end
!=== no argument where there must be one
program p
 integer :: a
 a = 1
 call s((a > 0 ? a : .nil.)) !! argument `x` is not optional, so it cannot be `.nil.`
contains
 subroutine s(x)
 integer :: x
 x = x + 1
 end subroutine
end
!=== no argument in an expression
program p
 integer :: a
 a = 1
 a = (a > 0 ? 1 : .nil.) !! `.nil.` stands for an argument of a procedure only
end
!=== subscripts by a scalar
program p
 integer :: a(2), k
 k = 1
 a(@k) = 1 !! `@` takes an integer array of rank 1
end
!=== too many subscripts
program p
 integer :: a(2)
 a(@[1, 2]) = 1 !! `a` has rank 1 but is given 2 subscripts
end
!=== tokens without deferred length
program p
 character(3), allocatable :: t(:)
 call tokenize('a b', ' ', t) !! `tokenize` allocates this argument
end
!=== tokens and positions at once
program p
 character(:), allocatable :: t(:)
 integer, allocatable :: k(:)
 call tokenize('a b', ' ', t, k) !! the last two arguments of `tokenize` are both integer or both character
end
!=== a C string whose end is not known
program p
 use iso_c_binding
 type(c_ptr) :: c
 character(:), pointer :: s
 c = c_null_ptr
 call c_f_strpointer(c, s) !! `c_f_strpointer` needs `nchars` here
end
!=== TYPEOF of a procedure
program p
 typeof(s) :: x !! TYPEOF does not take an object of type
 x = 1
contains
 subroutine s
 end subroutine
end
!=== a shape and RANK
program p
 integer, dimension(:), rank(1), allocatable :: x !! a shape and the attribute RANK exclude each other
 x = [1]
end
