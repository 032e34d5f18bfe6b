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
!=== values of two enumeration types
program p
 enumeration type :: t
  enumerator :: a, b
 end enumeration type
 enumeration type :: u
  enumerator :: c, d
 end enumeration type
 type(t) :: x
 x = a
 if (x == d) stop !! `==` is not defined for type(t) and type(u)
end
!=== an integer for an enumeration
program p
 enumeration type :: t
  enumerator :: a, b
 end enumeration type t
 type(t) :: x
 x = 1 !! a value of type integer(4) cannot be assigned to type type(t)
end
!=== an ordinal that does not exist
program p
 enumeration type :: t
  enumerator :: a, b
 end enumeration type t
 type(t) :: x
 x = t(3) !! `t` has 2 enumerators, so it has no value 3
end
!=== behind the last enumerator
program p
 enumeration type :: t
  enumerator :: a, b
 end enumeration type t
 type(t) :: x
 x = next(b) !! there is no next enumerator
end
!=== a polymorphic enumeration
program p
 enumeration type :: t
  enumerator :: a, b
 end enumeration type t
 class(t), pointer :: x !! type `t` is not extensible
end
!=== an enumerator with a value
program p
 enumeration type :: t
  enumerator :: a = 1, b !! an enumerator of an enumeration type has no value
 end enumeration type t
end
!=== a case of another type
program p
 enumeration type :: t
  enumerator :: a, b
 end enumeration type t
 type(t) :: x
 x = a
 select case (x)
 case (1) !! this CASE has type integer(4), the selector type(t)
 end select
end
