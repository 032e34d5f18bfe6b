! regions: on the device
! FIRSTPRIVATE copies belong to threads, also where the iterations of a kernel run at once: what an iteration makes of one is
! there in the next iterations of its thread.
program copies_of_device_threads
  use omp_lib
  implicit none
  integer :: i, firsts, threads, acc, n, a(50), b(4)
  logical :: first

  first = .true.
  firsts = 0
  threads = 0
  !$omp target parallel do num_threads(2) firstprivate(first) map(tofrom: firsts, threads) schedule(static)
  do i = 1, 50
    if (first) then
      first = .false.
      !$omp atomic
      firsts = firsts + 1
    end if
    !$omp atomic
    threads = max(threads, omp_get_num_threads())
  end do
  print *, firsts == threads

  firsts = 0
  threads = 0
  !$omp target teams distribute parallel do num_teams(2) thread_limit(2) num_threads(2) firstprivate(first) &
  !$omp& map(tofrom: firsts, threads)
  do i = 1, 50
    if (first) then
      first = .false.
      !$omp atomic
      firsts = firsts + 1
    end if
    !$omp atomic
    threads = max(threads, omp_get_num_threads() * omp_get_num_teams())
  end do
  print *, firsts > 0, firsts <= threads

  acc = 5
  !$omp target parallel do num_threads(1) firstprivate(acc) lastprivate(acc)
  do i = 1, 50
    acc = acc + i
  end do
  print *, acc

  acc = 0
  !$omp target parallel num_threads(1) map(tofrom: acc)
  !$omp do firstprivate(acc) lastprivate(acc)
  do i = 1, 10
    acc = acc + i
  end do
  !$omp end target parallel
  print *, acc

  acc = 0
  !$omp target parallel num_threads(1) map(tofrom: acc)
  !$omp sections firstprivate(acc) lastprivate(acc)
  !$omp section
  acc = acc + 1
  !$omp section
  acc = acc + 10
  !$omp end sections
  !$omp end target parallel
  print *, acc

  ! An array as well.
  b = [1, 2, 3, 4]
  !$omp target parallel do num_threads(1) firstprivate(b) map(from: a)
  do i = 1, 50
    b(mod(i, 4) + 1) = b(mod(i, 4) + 1) + 1
    a(i) = sum(b)
  end do
  print *, a(1), a(50)

  ! PRIVATE copies that one iteration begins and the next ones go on with, also through a procedure.
  first = .true.
  !$omp target parallel do num_threads(1) firstprivate(first) private(n) map(from: a)
  do i = 1, 8
    if (first) n = i
    first = .false.
    call more(n)
    a(i) = n
  end do
  print *, a(:8)
  !$omp target parallel do num_threads(1) private(n) map(from: a)
  do i = 1, 8
    if (i == 1) n = i
    n = n + 1000
    a(i) = n
  end do
  print *, a(:8)

  ! An array whose size the program finds out.
  call of_size(3)

  ! What iterations only read each of them may have.
  n = 3
  !$omp target teams distribute parallel do firstprivate(n) map(from: a)
  do i = 1, 50
    a(i) = n * i
  end do
  print *, sum(a)
contains
  subroutine of_size(n)
    integer, intent(in) :: n
    integer :: w(n), r(3)
    w = 1
    !$omp target teams distribute parallel do firstprivate(w) map(from: r)
    do i = 1, 3
      w(:) = w(:) + i
      r(i) = sum(w) - w(1) - w(2)
      w(:) = w(:) - i
    end do
    print *, r
    !$omp target parallel num_threads(1) firstprivate(w) map(from: r)
    !$omp do
    do i = 1, 3
      w(:) = w(:) + i
      r(i) = sum(w)
    end do
    !$omp end target parallel
    print *, r
  end subroutine
  subroutine more(k)
    integer, intent(inout) :: k
    k = k + 1000
  end subroutine
end program
!>  T
!>  T T
!>         1280
!>           55
!>           11
!>           11          60
!>         1001        2001        3001        4001        5001        6001        7001        8001
!>         1001        2001        3001        4001        5001        6001        7001        8001
!>            2           3           4
!>            6          12          21
!>         3825
