!=== unknown directive
program p
  !$omp paralel !! OpenMP directive
  print *, 1
end program
!=== unknown clause
program p
  !$omp parallel privat(i) !! privat
  print *, 1
  !$omp end parallel
end program
!=== clause not allowed
program p
  integer :: i
  !$omp parallel schedule(static) !! schedule
  print *, 1
  !$omp end parallel
end program
!=== end directive missing
program p
  !$omp parallel
  print *, 1
end program !! region is not closed
!=== end directive without start
program p
  print *, 1
  !$omp end parallel !! parallel
end program
!=== end directive of another construct
program p
  integer :: i
  !$omp parallel
  print *, 1
  !$omp end single !! does not close this
  !$omp end parallel !! closes nothing
end program
!=== do directive without a loop
program p
  integer :: i
  !$omp parallel do !! loop
  print *, 1
end program
!=== collapse deeper than the loops
program p
  integer :: i
  real :: a(10)
  !$omp parallel do collapse(2)
  do i = 1, 10
    a(i) = i !! needs a nested DO loop here
  end do
end program
!=== collapse of zero
program p
  integer :: i
  !$omp parallel do collapse(0) !! collapse
  do i = 1, 10
  end do
end program
!=== collapse that is not constant
program p
  integer :: i, n
  n = 1
  !$omp parallel do collapse(n) !! constant expression is required here
  do i = 1, 10
  end do
end program
!=== loop is a do while
program p
  integer :: i
  i = 0
  !$omp parallel do
  do while (i < 3) !! DO
    i = i + 1
  end do
end program
!=== exit from a parallel loop
program p
  integer :: i
  !$omp parallel do
  do i = 1, 10
    if (i > 3) exit !! EXIT
  end do
end program
!=== variable private and shared
program p
  integer :: k
  !$omp parallel private(k) shared(k) !! k
  k = 1
  !$omp end parallel
end program
!=== variable twice in private
program p
  integer :: k
  !$omp parallel private(k, k) !! k
  k = 1
  !$omp end parallel
end program
!=== default none and an unlisted variable
program p
  integer :: k
  !$omp parallel default(none)
  k = 1 !! k
  !$omp end parallel
end program
!=== private of a parameter
program p
  integer, parameter :: k = 1
  !$omp parallel private(k) !! k
  print *, k
  !$omp end parallel
end program
!=== private of an unknown name
program p
  implicit none
  !$omp parallel private(k) !! k
  print *, 1
  !$omp end parallel
end program
!=== private of an array element
program p
  integer :: k(3)
  !$omp parallel private(k(1)) !! k
  print *, 1
  !$omp end parallel
end program
!=== reduction of a character
program p
  integer :: i
  character :: c
  !$omp parallel do reduction(+:c) !! c
  do i = 1, 10
  end do
end program
!=== reduction with a logical operator on integers
program p
  integer :: i, k
  !$omp parallel do reduction(.and.:k) !! does not apply to type integer
  do i = 1, 10
  end do
end program
!=== reduction with an unknown operator
program p
  integer :: i, k
  !$omp parallel do reduction(foo:k) !! foo
  do i = 1, 10
  end do
end program
!=== reduction of the loop variable
program p
  integer :: i
  !$omp parallel do reduction(+:i)
  do i = 1, 10 !! firstprivate or a reduction
  end do
end program
!=== lastprivate on parallel
program p
  integer :: k
  !$omp parallel lastprivate(k) !! lastprivate
  k = 1
  !$omp end parallel
end program
!=== schedule with an unknown kind
program p
  integer :: i
  !$omp parallel do schedule(fast) !! fast
  do i = 1, 10
  end do
end program
!=== if clause is an integer
program p
  !$omp parallel if(1) !! logical
  print *, 1
  !$omp end parallel
end program
!=== num_threads is real
program p
  !$omp parallel num_threads(2.5) !! integer
  print *, 1
  !$omp end parallel
end program
!=== worksharing nested in worksharing
program p
  integer :: i, j
  !$omp parallel
  !$omp do
  do i = 1, 10
    !$omp do !! nested
    do j = 1, 10
    end do
  end do
  !$omp end parallel
end program
!=== barrier in a loop
program p
  integer :: i
  !$omp parallel do
  do i = 1, 10
    !$omp barrier !! barrier
  end do
end program
!=== barrier in single
program p
  !$omp parallel
  !$omp single
  !$omp barrier !! barrier
  !$omp end single
  !$omp end parallel
end program
!=== critical in itself
program p
  integer :: k
  !$omp critical (a)
  !$omp critical (a) !! a
  k = 1
  !$omp end critical (a)
  !$omp end critical (a)
end program
!=== critical ends with another name
program p
  integer :: k
  !$omp critical (a)
  k = 1
  !$omp end critical (b) !! b
end program
!=== atomic of something else
program p
  integer :: k
  !$omp atomic !! must be followed by an assignment
  print *, k
end program
!=== atomic update that is none
program p
  integer :: k, j
  k = 0; j = 0
  !$omp atomic update
  k = j + 1 !! atomic
end program
!=== distribute outside teams
program p
  integer :: i
  !$omp parallel
  !$omp distribute !! teams
  do i = 1, 10
  end do
  !$omp end distribute
  !$omp end parallel
end program
!=== teams in parallel
program p
  !$omp parallel
  !$omp teams !! teams
  print *, 1
  !$omp end teams
  !$omp end parallel
end program
!=== sections with a statement between
program p
  integer :: i
  !$omp parallel sections foo !! foo
  !$omp section
  i = 1
  !$omp end parallel sections
end program
!=== map of a wrong type
program p
  integer :: k
  !$omp target map(too: k) !! too
  k = 1
  !$omp end target
end program
!=== map with a section of stride zero
program p
  integer :: k(3)
  !$omp target map(to: k(1:3:0)) !! zero
  k = 1
  !$omp end target
end program
!=== target enter data without map
program p
  !$omp target enter data !! map
end program
!=== target enter data with from
program p
  integer :: k
  !$omp target enter data map(from: k) !! this map type is not allowed on
end program
!=== target exit data with to
program p
  integer :: k
  !$omp target exit data map(to: k) !! this map type is not allowed on
end program
!=== target update without motion
program p
  !$omp target update !! to
end program
!=== workshare with a print
program p
  real :: a(3)
  !$omp parallel workshare
  a = 1
  print *, a !! workshare
  !$omp end parallel workshare
end program
!=== threadprivate of a local variable
subroutine s()
  integer :: k !! needs the SAVE attribute
  !$omp threadprivate(k)
  k = 1
end subroutine
!=== nowait on parallel
program p
  !$omp parallel nowait !! nowait
  print *, 1
  !$omp end parallel
end program
!=== goto out of a parallel region
program p
  !$omp parallel
  goto 10 !! 10
  !$omp end parallel
10 continue
end program
!=== cancel of an unknown construct
program p
  !$omp parallel
  !$omp cancel foo !! `foo` is not an OpenMP clause
  !$omp end parallel
end program
!=== ordered region without the clause
program p
  integer :: i
  !$omp parallel do
  do i = 1, 10
    !$omp ordered !! ordered
    print *, i
    !$omp end ordered
  end do
end program
!=== declare target of an unknown name
module m
  implicit none
  !$omp declare target (nothing) !! nothing
end module
!=== clause twice
program p
  !$omp parallel num_threads(2) num_threads(3) !! num_threads
  print *, 1
  !$omp end parallel
end program
!=== default with a wrong word
program p
  !$omp parallel default(nothing) !! default
  print *, 1
  !$omp end parallel
end program
!=== statement between sections
program p
  integer :: i
  !$omp do !! must be followed by a DO loop
  i = 3
end program
!=== a sign that is no word as a type of dependence
subroutine s
  do i = 1, 10
    !$omp ordered depend($) !! needs a type before its list
    !$omp end ordered
  end do
end subroutine
