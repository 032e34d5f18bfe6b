! Kernels that take several neighbouring elements in each invocation: every kind, lengths with and without a rest, sections that
! are not aligned, one array as input and output, PACK, ANY, ALL and FINDLOC of long arrays, columns of several lengths.
module kernels
  implicit none
contains
  subroutine bytes(a, b)
    integer(1) :: a(:), b(:)
    !$omp target teams workdistribute
    a = a + b
    !$omp end target teams workdistribute
  end subroutine
  subroutine shorts(a, b)
    integer(2) :: a(:, :), b(:, :)
    !$omp target teams workdistribute
    a = b - a
    !$omp end target teams workdistribute
  end subroutine
  subroutine mixed(a, b, c)
    real(4) :: a(:)
    real(8) :: b(:)
    integer(1) :: c(:)
    !$omp target teams workdistribute
    b = a*2 + c
    c = int(a, 1)
    !$omp end target teams workdistribute
  end subroutine
  subroutine complexes(a, b)
    complex(4) :: a(:)
    complex(8) :: b(:)
    !$omp target teams workdistribute
    b = a*(0, 1) + b
    !$omp end target teams workdistribute
  end subroutine
  subroutine choose(a, b, m)
    integer(8) :: a(:), b(:)
    logical(1) :: m(:)
    !$omp target teams workdistribute
    a = merge(a, b, m)
    m = a > 3
    !$omp end target teams workdistribute
  end subroutine
  subroutine add(a, b, n)
    integer :: n, i
    real :: a(n), b(n)
    !$omp target teams distribute parallel do
    do i = 1, n
      a(i) = b(i) + i
    end do
  end subroutine
  subroutine packs(a, m, k, b)
    integer :: a(:, :), k
    logical :: m(:, :)
    integer, allocatable :: b(:)
    !$omp target teams workdistribute
    b(1:k) = pack(a, m)
    !$omp end target teams workdistribute
  end subroutine
  subroutine ask(m, n, none, every, first)
    integer :: n, first(1)
    logical :: m(n), none, every
    !$omp target teams workdistribute map(none, every, first)
    none = .not. any(m)
    every = all(m)
    first = findloc(m, .true.)
    !$omp end target teams workdistribute
  end subroutine
  subroutine columns(a, s)
    integer :: a(:, :), s(:)
    !$omp target teams workdistribute
    s = sum(a, dim=1)
    !$omp end target teams workdistribute
  end subroutine
  subroutine shifts(a, b)
    integer :: a(:), b(:)
    !$omp target teams workdistribute
    b = cshift(a, 3) + cshift(a, -2)
    !$omp end target teams workdistribute
  end subroutine
  subroutine cube(a, b, total)
    integer :: a(:, :, :), b(:, :, :), total
    !$omp target teams workdistribute map(total)
    a = a + 2*b
    total = sum(a)
    !$omp end target teams workdistribute
  end subroutine
end module
program side_by_side
  use kernels
  implicit none
  integer :: n, lead, k, first(1), total
  logical :: none, every
  do n = 1, 9
    do lead = 0, 4
      block
        integer(1) :: a(n + 8), b(n + 8)
        a = [(k, k = 1, n + 8)]
        b = [(2*k, k = 1, n + 8)]
        call bytes(a(1 + lead:n + lead), b(1 + lead:n + lead))
        if (any(a /= [(merge(3*k, k, k > lead .and. k <= n + lead), k = 1, n + 8)])) print *, 'bytes', n, lead
      end block
      block
        integer(2) :: a(n, 5), b(n, 5)
        a = reshape([(k, k = 1, 5*n)], [n, 5])
        b = 1000
        call shorts(a(:, 1:1 + lead), b(:, 1:1 + lead))
        if (any(a(:, 1:1 + lead) /= reshape([(1000 - k, k = 1, n*(1 + lead))], [n, 1 + lead]))) print *, 'shorts', n, lead
        if (any(a(:, 2 + lead:) >= 1000)) print *, 'shorts', n, lead
      end block
      block
        real(4) :: a(n + 4)
        real(8) :: b(n + 4)
        integer(1) :: c(n + 4)
        a = [(real(k), k = 1, n + 4)]
        b = -1
        c = 7
        call mixed(a(1 + lead:n + lead), b(1 + lead:n + lead), c(1 + lead:n + lead))
        if (sum(b) /= sum([(2*k + 7, k = 1 + lead, n + lead)]) - 4) print *, 'mixed', n, lead, sum(b)
        if (sum(int(c)) /= sum([(k, k = 1 + lead, n + lead)]) + 28) print *, 'mixed', n, lead, sum(int(c))
      end block
      block
        complex(4) :: a(n + 4)
        complex(8) :: b(n + 4)
        a = [(cmplx(k, -k), k = 1, n + 4)]
        b = 1
        call complexes(a(1 + lead:n + lead), b(1 + lead:n + lead))
        if (sum(b) /= sum([(cmplx(k, k), k = 1 + lead, n + lead)]) + n + 4) print *, 'complexes', n, lead
      end block
      block
        integer(8) :: a(n + 4), b(n + 4)
        logical(1) :: m(n + 4)
        a = [(int(k, 8), k = 1, n + 4)]
        b = 0
        m = [(mod(k, 2) == 0, k = 1, n + 4)]
        call choose(a(1 + lead:n + lead), b(1 + lead:n + lead), m(1 + lead:n + lead))
        do k = 1 + lead, n + lead
          if (a(k) /= merge(k, 0, mod(k, 2) == 0) .or. (m(k) .neqv. (a(k) > 3))) print *, 'choose', n, lead, k
        end do
      end block
      block
        real :: a(n + 8)
        a = [(real(k), k = 1, n + 8)]
        k = n
        call add(a(1 + lead:), a(1 + lead:), k)
        if (sum(a) /= sum([(k, k = 1, n + 8)]) + n*(n + 1)/2) print *, 'add', n, lead, sum(a)
      end block
    end do
  end do
  do n = 1, 4
    block
      integer :: a(37*n, 2000), s(2000), t(9*n), u(9*n)
      integer, allocatable :: b(:)
      logical :: m(37*n, 2000), line(50000*n)
      a = reshape([(mod(k, 1009), k = 1, size(a))], shape(a))
      m = mod(a, n + 1) == 1
      allocate(b(size(a)))
      b = -1
      k = count(m)
      call packs(a, m, k, b)
      print *, n, k, sum(b(1:k)), sum([(mod(b(total)*total, 97), total = 1, k)]), count(b == -1)
      line = .false.
      call ask(line, size(line), none, every, first)
      print *, none, every, first
      line(12345*n) = .true.
      call ask(line, size(line), none, every, first)
      print *, none, every, first
      line = .true.
      call ask(line, size(line), none, every, first)
      print *, none, every, first
      call columns(a, s)
      if (any(s /= sum(a, dim=1))) print *, 'columns', n
      call columns(transpose(a(:, 1:300*n)), s(1:37*n))
      print *, s(1), s(37*n)
      t = [(k, k = 1, 9*n)]
      call shifts(t, u)
      print *, u
      call shifts(t(1:n), u(1:n))
      print *, u(1:n)
    end block
    block
      integer :: a(n, 2*n + 1, 7), b(n, 2*n + 1, 7)
      a = reshape([(k, k = 1, size(a))], shape(a))
      b = 5
      call cube(a, b, total)
      print *, total, sum(a)
      call cube(a(:, :n, :), b(:, :n, :), total)
      print *, total, sum(a)
    end block
  end do
end program
!>            1       36964    18572752     1749123       37036
!>  T F           0
!>  F F       12345
!>  F T           1
!>       151295      150996
!>           12          14           7           9          11          13           6           8          10
!>            2
!>          441         441
!>          210         511
!>            2       49285    24778243     2341014       98715
!>  T F           0
!>  F F       24690
!>  F T           1
!>       302480      301884
!>           21          23           7           9          11          13          15          17          19          21          23          25          27          29          31          15          17          19
!>            3           3
!>         3185        3185
!>         1470        3465
!>            3       55445    27886365     2633205      166555
!>  T F           0
!>  F F       37035
!>  F T           1
!>       454455      453564
!>           30          32           7           9          11          13          15          17          19          21          23          25          27          29          31          33          35          37          39          41          43          45          47          49          24          26          28
!>            3           5           4
!>        12348       12348
!>         5544       12978
!>            4       59259    29813364     2816925      236741
!>  T F           0
!>  F F       49380
!>  F T           1
!>       604084      603909
!>           39          41           7           9          11          13          15          17          19          21          23          25          27          29          31          33          35          37          39          41          43          45          47          49          51          53          55          57          59          61          63          65          67          33          35          37
!>            7           5           3           5
!>        34398       34398
!>        15288       35518
