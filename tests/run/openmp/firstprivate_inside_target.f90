! Firstprivate arrays of teams, distribute and parallel inside a target region.
program firstprivate_inside_target
  integer :: i, j, a(6), o(6), z(6, 2)
  a = [1,2,3,4,5,6]; o = 0; z = 0
  !$omp target map(tofrom: o)
  !$omp teams firstprivate(a) num_teams(1)
  a = a * 2
  !$omp distribute parallel do firstprivate(a)
  do i = 1, 6
    a(i) = a(i) + 1
    o(i) = sum(a)
    a(i) = a(i) - 1
  end do
  o(1) = o(1) + 1000 * sum(a)
  !$omp end teams
  !$omp end target
  print *, o, a
  !$omp target teams distribute firstprivate(a) map(tofrom: z)
  do j = 1, 2
    a(1) = 10 * j
    !$omp parallel do firstprivate(a)
    do i = 1, 6
      a(2) = i
      z(i, j) = sum(a)
    end do
    z(6, j) = z(6, j) + 1000 * sum(a)
  end do
  print *, z, a
  !$omp target teams num_teams(1) map(tofrom: o)
  !$omp parallel firstprivate(a) num_threads(2)
  a(1) = a(1) + 5
  !$omp do
  do i = 1, 6
    o(i) = a(1) + a(i)
  end do
  !$omp end parallel
  !$omp end target teams
  print *, o, a
end program
!>        42043          43          43          43          43          43           1           2           3           4           5           6
!>           29          30          31          32          33       30034          39          40          41          42          43       40044           1           2           3           4           5           6
!>           12           8           9          10          11          12           1           2           3           4           5           6
