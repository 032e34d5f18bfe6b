!=== two sources
integer, allocatable :: x
allocate(x, source=1, source=2) !! the option `source` is given twice
end
!=== stat twice in deallocate
integer, allocatable :: x
integer i
deallocate(x, stat=i, stat=i) !! the option `stat` is given twice
end
!=== procedure pointer elemental target
procedure(f), pointer :: p !! procedure pointer `p` cannot be elemental
contains
elemental real function f(x)
real, intent(in) :: x
f = x
end
end
!=== forall index redefined
integer a(3)
forall (i=1:3)
forall (i=1:2) !! `i` is the index of an enclosing FORALL, too
a(i) = 1
end forall
end forall
end
!=== block with save common
common /c/ x
block
save /c/ !! SAVE of a COMMON block may not stand in a BLOCK construct
end block
end
!=== do concurrent dup index
do concurrent (i=1:2, i=1:3) !! the index `i` is given twice
end do
end
!=== local of non-var
integer, allocatable :: a
do concurrent (i=1:2) local(a) !! `a` cannot be local to DO CONCURRENT: it is ALLOCATABLE
end do
end
!=== type is char len not assumed
subroutine s(x)
class(*) x
select type (x)
type is (character(5)) !! the length in TYPE IS must be assumed: `character(*)`
end select
end
!=== select rank case twice
subroutine s(x)
integer x(..)
select rank(x)
rank(1)
rank(1) !! this RANK stands twice
end select
end
!=== write with both fmt and nml
namelist /n/ i
write(*, fmt=*, nml=n) !! FMT and NML exclude each other
end
!=== pos and rec
integer i
read(10,pos=1,rec=1) i !! REC and POS exclude each other
end
!=== format m > w
print '(i3.5)', 1 !! the 5 digits demanded do not fit into the width 3
end
