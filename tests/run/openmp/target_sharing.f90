! offload: default
! Data-sharing and mapping of scalars on combined target constructs; scalars of type character are mapped.
program target_sharing
  implicit none
  integer, parameter :: n = 1024
  integer :: a(n), b(n), c(n), x, p, share, y
  integer, allocatable :: aa(:,:), bb(:,:)
  integer :: i, j
  a = 1; b = [(x, x=1,n)]; c = 0; p = 0
  !$omp target data map(to: a(1:n), b(1:n)) map(tofrom: c(1:n))
  !$omp target teams distribute lastprivate(p) map(alloc: a(1:n), b(1:n), c(1:n)) defaultmap(tofrom:scalar)
  do x = 1, n
    p = a(x) - b(x)
    c(x) = p + b(x)
  end do
  !$omp end target data
  print *, p, sum(c)
  share = 0
  !$omp target teams distribute num_teams(10) shared(share) defaultmap(tofrom:scalar) map(to: b(1:n))
  do x = 1, n
    !$omp atomic
    share = share + b(x)
  end do
  print *, share
  share = 5
  !$omp target data map(tofrom: a(1:n)) map(tofrom: share)
  !$omp target teams distribute num_teams(10) shared(share)
  do x = 1, n
    a(x) = a(x) + share
  end do
  !$omp end target data
  print *, sum(a), share
  c = 0
  !$omp target data map(from: c(1:n)) map(to: a(1:n), b(1:n))
  !$omp target teams distribute default(none) shared(a, b, c) private(x, y, p)
  do x = 1, n
    p = 0
    do y = 1, a(x) + b(x)
      p = p + 1
    end do
    c(x) = p
  end do
  !$omp end target data
  print *, sum(c)
  allocate(aa(100,100), bb(100,100)); aa = 1; bb = 2
  !$omp target simd map(to: bb(1:100,1:100)) map(tofrom: aa(1:100,1:100)) collapse(2)
  do i = 1, 100
    do j = 1, 100
      aa(i,j) = aa(i,j) + bb(i,j)*i
    end do
  end do
  !$omp end target simd
  print *, sum(aa)
  call scalars
  call loops
contains
  subroutine scalars
  character :: ch
  character(len=5) :: s, arr(4)
  integer(1) :: sh
  integer :: i, k
  logical :: l
  complex :: z
  ch = 'a'; s = 'hello'; sh = 1; k = 2; l = .false.; z = (1,2); arr = 'x'
  !$omp target teams workdistribute
  ch = 'b'
  s = 'world'
  sh = 20
  k = 30
  l = .true.
  z = (3,4)
  arr = s // '?'
  !$omp end target teams workdistribute
  print *, ch, s, sh, k, l, z, arr
  !$omp target teams distribute parallel do defaultmap(tofrom:scalar)
  do i = 1, 1
    sh = 3; k = 4; l = .true.; z = (5,6); ch = 'q'
  end do
  print *, ch, s, sh, k, l, z
  !$omp target map(tofrom: s)
    s(2:3) = 'ZZ'
  !$omp end target
  print *, s
  end subroutine
  subroutine loops
    integer :: i, j, k, temp
    real :: a(10), m(4,3)
    !$omp target map(from: temp, a)
    !$omp loop
    do i = 1, 10
      a(i) = i
    end do
    !$omp end loop
    temp = i
    !$omp end target
    print *, temp, sum(a)
    k = 0
    !$omp parallel num_threads(2)
    !$omp loop lastprivate(j, k) collapse(2)
    do j = 1, 3
      do k = 1, 4
        m(k,j) = j*k
      end do
    end do
    !$omp end loop
    !$omp end parallel
    print *, j, k, sum(m)
    !$omp parallel do lastprivate(i)
    do i = 2, 9, 3
      a(i) = -i
    end do
    print *, i, sum(a)
  end subroutine
end program
!>        -1023        1024
!>       524800
!>         6144           5
!>       530944
!>      1020000
!>  bworld    1           2 F             (1.00000000,2.00000000) worldworldworldworld
!>  qworld    3           4 T             (5.00000000,6.00000000)
!>  wZZld
!>           11   55.0000000
!>            4           5   60.0000000
!>           11   25.0000000
