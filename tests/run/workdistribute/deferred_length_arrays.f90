! Assignment in a region gives allocatable arrays of deferred length a new length, with the old shape or another one.
program lengths
  implicit none
  character(:), allocatable :: names(:), more(:)
  integer :: n
  names = ['abcdef', 'ghijkl', 'mnopqr']
  !$omp teams workdistribute
  names = names(:)(1:3) // ['x', 'y', 'z']
  !$omp end teams workdistribute
  print *, len(names), size(names), names
  n = 2
  !$omp teams workdistribute
  more = names(1:n)(2:3)
  names = more
  more = [names, 'la']
  !$omp end teams workdistribute
  print *, len(names), size(names), names
  print *, len(more), size(more), more
  !$omp parallel
  !$omp workshare
  names = more(2:)(:1)
  !$omp end workshare
  !$omp end parallel
  print *, len(names), size(names), names
end program
!>            4           3 abcxghiymnoz
!>            2           2 bchi
!>            2           3 bchila
!>            1           2 hl
