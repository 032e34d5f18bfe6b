! Rows of the table of devices: `name|least seconds of a call|bytes|operations|a number of the result`. Bytes are those that the
! statements must move. Arguments: elements of the arrays, largest edge of a matrix product, calls of each procedure, elements of
! pack, scan and the interaction of bodies.
program main
  use device
  !$ use omp_lib
  use iso_c_binding
  implicit none
  integer(c_int64_t), parameter :: word = 8
  integer :: n, edge, calls, few, m, q, i
  real(dp), allocatable, target :: a(:), b(:), c(:)
  character(32) :: text

  call get_command_argument(1, text); read (text, *) n
  call get_command_argument(2, text); read (text, *) edge
  call get_command_argument(3, text); read (text, *) calls
  call get_command_argument(4, text); read (text, *) few
  m = int(sqrt(real(n, dp)))
  q = int(real(n, dp)**(1.0d0 / 3.0d0))
  allocate (a(n), b(n), c(n))
  do i = 1, n
    a(i) = mod(i, 1000) * 0.001d0
    b(i) = 0.5d0 - mod(i, 7) * 0.03d0
    c(i) = 0
  end do
  call transfers
  !$omp target data map(tofrom: a, b, c)
  call buffer_copy
  call streams
  call reductions
  call dimensions(m, m, 'square')
  call dimensions(max(1, n / 64), 64, 'tall')
  call dimensions(64, max(1, n / 64), 'wide')
  call stencils
  call manipulations
  call programs
  call latencies
  !$omp end target data
  call products

contains

  real(dp) function now()
    integer(c_int64_t) :: ticks, rate
    call system_clock(ticks, rate)
    now = real(ticks, dp) / real(rate, dp)
  end function

  subroutine row(name, seconds, bytes, operations, number)
    character(*), intent(in) :: name
    real(dp), intent(in) :: seconds, bytes, operations, number
    print '(a, 4("|", es23.15))', name, seconds, bytes, operations, number
  end subroutine

  real(dp) function element(x, i)
    real(dp), intent(in) :: x(:)
    integer, intent(in) :: i
    !$omp target update from(x(i:i))
    element = x(i)
  end function

  ! What a device copies between two of its buffers: many times, and the wait for the last copy once.
  subroutine buffer_copy
    integer, parameter :: copies = 32
    real(dp) :: t, number
    integer :: r, failed
    failed = 0
    number = element(c, n)
    t = now()
    do r = 1, copies
      !$ failed = failed + device_copy()
    end do
    number = element(c, n)
    !$ if (failed == 0) call row('buffer copy', (now() - t) / copies, 16.0d0 * n, 0.0d0, number)
  end subroutine

  !$ integer function device_copy()
  !$ integer :: here
  !$ here = omp_get_default_device()
  !$omp target data use_device_addr(a, c)
  !$ device_copy = omp_target_memcpy(c_loc(c), c_loc(a), n * word, 0_c_size_t, 0_c_size_t, here, here)
  !$omp end target data
  !$ end function

  subroutine streams
    real(dp), allocatable :: w(:)
    real(dp) :: t, least
    integer :: r
    allocate (w(n))
    least = huge(least)
    do r = 1, calls
      t = now()
      call d_copy(n, a, c)
      least = min(least, now() - t)
    end do
    call row('copy', least, 16.0d0 * n, 0.0d0, element(c, n))
    least = huge(least)
    do r = 1, calls
      t = now()
      call d_mul(n, b, c)
      least = min(least, now() - t)
    end do
    call row('mul', least, 16.0d0 * n, real(n, dp), element(b, n))
    least = huge(least)
    do r = 1, calls
      t = now()
      call d_add(n, a, b, c)
      least = min(least, now() - t)
    end do
    call row('add', least, 24.0d0 * n, real(n, dp), element(c, n))
    least = huge(least)
    do r = 1, calls
      t = now()
      call d_triad(n, a, b, c)
      least = min(least, now() - t)
    end do
    call row('triad', least, 24.0d0 * n, 2.0d0 * n, element(a, n))
    least = huge(least)
    do r = 1, calls
      t = now()
      call d_triad_loop(n, a, b, c)
      least = min(least, now() - t)
    end do
    call row('triad_loop', least, 24.0d0 * n, 2.0d0 * n, element(a, n))
    least = huge(least)
    do r = 1, calls
      t = now()
      call d_triad_concurrent(n, a, b, c)
      least = min(least, now() - t)
    end do
    call row('triad_concurrent', least, 24.0d0 * n, 2.0d0 * n, element(a, n))
    least = huge(least)
    do r = 1, calls
      t = now()
      call d_nstream(n, a, b, c)
      least = min(least, now() - t)
    end do
    call row('nstream', least, 32.0d0 * n, 3.0d0 * n, element(a, n))
    !$omp target data map(alloc: w)
    least = huge(least)
    do r = 1, calls
      t = now()
      call d_chain(n, a, b, c, w)
      least = min(least, now() - t)
    end do
    call row('chain', least, 32.0d0 * n, 9.0d0 * n, element(c, n))
    !$omp end target data
  end subroutine

  subroutine reductions
    real(dp) :: s
    integer :: k
    logical :: found
    real(dp) :: t, least
    integer :: r
    least = huge(least)
    do r = 1, calls
      t = now()
      call d_dot(n, a, b, s)
      least = min(least, now() - t)
    end do
    call row('dot', least, 16.0d0 * n, 2.0d0 * n, s)
    least = huge(least)
    do r = 1, calls
      t = now()
      call d_dot_loop(n, a, b, s)
      least = min(least, now() - t)
    end do
    call row('dot_loop', least, 16.0d0 * n, 2.0d0 * n, s)
    least = huge(least)
    do r = 1, calls
      t = now()
      call d_sum(n, a, s)
      least = min(least, now() - t)
    end do
    call row('sum', least, 8.0d0 * n, real(n, dp), s)
    least = huge(least)
    do r = 1, calls
      t = now()
      call d_maxloc(n, a, k)
      least = min(least, now() - t)
    end do
    call row('maxloc', least, 8.0d0 * n, real(n, dp), real(k, dp))
    least = huge(least)
    do r = 1, calls
      t = now()
      call d_any(n, a, found)
      least = min(least, now() - t)
    end do
    call row('any', least, 8.0d0 * n, real(n, dp), merge(1.0d0, 0.0d0, found))
  end subroutine

  subroutine dimensions(rows, columns, shape_of)
    integer, intent(in) :: rows, columns
    character(*), intent(in) :: shape_of
    real(dp), allocatable :: s(:), z(:)
    real(dp) :: t, least
    integer :: r
    allocate (s(columns), z(rows))
    s = 0
    z = 0
    !$omp target data map(tofrom: s, z)
    least = huge(least)
    do r = 1, calls
      t = now()
      call d_sum_first(rows, columns, a, s)
      least = min(least, now() - t)
    end do
    call row('sum_first '//shape_of, least, 8.0d0 * rows * columns, real(rows, dp) * columns, element(s, 1))
    least = huge(least)
    do r = 1, calls
      t = now()
      call d_sum_second(rows, columns, a, z)
      least = min(least, now() - t)
    end do
    call row('sum_second '//shape_of, least, 8.0d0 * rows * columns, real(rows, dp) * columns, element(z, 1))
    !$omp end target data
  end subroutine

  subroutine stencils
    real(dp) :: change
    real(dp) :: t, least
    integer :: r
    least = huge(least)
    do r = 1, calls
      t = now()
      call d_stencil2(m, a, c)
      least = min(least, now() - t)
    end do
    call row('stencil2', least, 16.0d0 * m * m, 4.0d0 * m * m, element(c, m + 2))
    least = huge(least)
    do r = 1, calls
      t = now()
      call d_stencil3(q, a, c)
      least = min(least, now() - t)
    end do
    call row('stencil3', least, 16.0d0 * q * q * q, 9.0d0 * q * q * q, element(c, q * q + q + 2))
    least = huge(least)
    do r = 1, calls
      t = now()
      call d_heat(m, a, c, change)
      least = min(least, now() - t)
    end do
    call row('heat', least, 40.0d0 * m * m, 10.0d0 * m * m, change)
  end subroutine

  subroutine manipulations
    real(dp) :: t, least
    integer :: r
    least = huge(least)
    do r = 1, calls
      t = now()
      call d_transpose(m, a, c)
      least = min(least, now() - t)
    end do
    call row('transpose', least, 16.0d0 * m * m, 0.0d0, element(c, 2))
    least = huge(least)
    do r = 1, calls
      t = now()
      call d_cshift(m, a, c)
      least = min(least, now() - t)
    end do
    call row('cshift', least, 16.0d0 * m * m, 1.0d0 * m * m, element(c, 2))
    least = huge(least)
    do r = 1, calls
      t = now()
      call d_pack(few, a, c)
      least = min(least, now() - t)
    end do
    call row('pack', least, 24.0d0 * few, 0.0d0, element(c, 1))
    least = huge(least)
    do r = 1, calls
      t = now()
      call d_scan(few, a, c)
      least = min(least, now() - t)
    end do
    call row('scan', least, 16.0d0 * few, 1.0d0 * few, element(c, few))
  end subroutine

  subroutine programs
    real(dp), allocatable :: top(:), total(:), v(:), res(:), dir(:), image(:)
    real(sp), allocatable :: x(:), y(:), z(:), mass(:), force(:)
    real(dp) :: rr
    integer :: columns
    real(dp) :: t, least
    integer :: r
    columns = max(1, n / 1024)
    allocate (top(columns), total(columns))
    allocate (x(few), y(few), z(few), mass(few), force(few))
    top = 0
    total = 0
    do r = 1, few
      x(r) = mod(r * 7, 101)
      y(r) = mod(r * 13, 103)
      z(r) = mod(r * 17, 107)
      mass(r) = 1
      force(r) = 0
    end do
    !$omp target data map(tofrom: top, total, x, y, z, mass, force)
    least = huge(least)
    do r = 1, calls
      t = now()
      call d_softmax(min(n, 1024), columns, a, c, top, total)
      least = min(least, now() - t)
    end do
    call row('softmax', least, 16.0d0 * n, 30.0d0 * n, element(total, 1))
    least = huge(least)
    do r = 1, calls
      t = now()
      call d_nbody(few, x, y, z, mass, force)
      least = min(least, now() - t)
    end do
    !$omp end target data
    call row('nbody', least, 20.0d0 * few, 20.0d0 * few * few, sum(abs(real(force, dp))))
    allocate (v(n), res(n), dir(n), image(n))
    v = 0
    res = 1
    dir = 1
    image = 0
    rr = n
    !$omp target data map(tofrom: v, res, dir, image)
    least = huge(least)
    do r = 1, calls
      t = now()
      call d_cg(n, v, res, dir, image, rr)
      least = min(least, now() - t)
    end do
    call row('cg', least, 72.0d0 * n, 16.0d0 * n, rr)
    !$omp end target data
  end subroutine

  subroutine latencies
    real(dp) :: one(1), x(64), y(64)
    real(dp) :: t, least
    integer :: r
    one = 0
    x = [(r, r = 1, 64)]
    y = 0
    !$omp target data map(tofrom: one, x, y)
    least = huge(least)
    do r = 1, calls
      t = now()
      call d_region(one)
      least = min(least, now() - t)
    end do
    call row('region', least, 0.0d0, 0.0d0, element(one, 1))
    least = huge(least)
    do r = 1, calls
      t = now()
      call d_launches(64, x, y)
      least = min(least, now() - t)
    end do
    call row('launches', least, 0.0d0, 0.0d0, element(y, 1))
    !$omp end target data
  end subroutine

  subroutine transfers
    real(dp) :: t, up, down
    integer :: r
    up = huge(up)
    down = huge(down)
    do r = 1, max(3, calls / 4)
      !$omp target enter data map(alloc: a)
      t = now()
      !$omp target update to(a)
      up = min(up, now() - t)
      t = now()
      !$omp target update from(a)
      down = min(down, now() - t)
      !$omp target exit data map(delete: a)
    end do
    !$ call row('upload', up, 8.0d0 * n, 0.0d0, a(n))
    !$ call row('download', down, 8.0d0 * n, 0.0d0, a(n))
  end subroutine

  subroutine products
    integer :: e
    e = edge
    do i = 1, 4
      call product(e, e, e)
      e = max(1, e / 2)
    end do
    call product(edge, 16, edge)
  end subroutine

  subroutine product(rows, columns, terms)
    integer, intent(in) :: rows, columns, terms
    real(sp), allocatable :: a4(:, :), b4(:, :), c4(:, :)
    real(dp), allocatable :: a8(:, :), b8(:, :), c8(:, :)
    real(dp) :: t, least, bytes, operations
    character(40) :: label
    integer :: r, i, j
    write (label, '(i0, "x", i0, "x", i0)') rows, columns, terms
    bytes = real(rows, dp) * terms + real(terms, dp) * columns + real(rows, dp) * columns
    operations = 2.0d0 * rows * columns * terms
    allocate (a8(rows, terms), b8(terms, columns), c8(rows, columns))
    do j = 1, terms
      do i = 1, rows
        a8(i, j) = mod(i + 3 * j, 17) * 0.125d0 - 1.0d0
      end do
    end do
    do j = 1, columns
      do i = 1, terms
        b8(i, j) = mod(5 * i + j, 13) * 0.125d0 - 0.75d0
      end do
    end do
    c8 = 0
    a4 = real(a8, sp)
    b4 = real(b8, sp)
    c4 = real(c8, sp)
    !$omp target data map(to: a4, b4) map(tofrom: c4)
    least = huge(least)
    do r = 1, max(2, calls / 4)
      t = now()
      call d_sgemm(rows, columns, terms, a4, b4, c4)
      least = min(least, now() - t)
    end do
    !$omp end target data
    call row('sgemm '//trim(label), least, 4 * bytes, operations, real(c4(rows, columns), dp))
    !$omp target data map(to: a8, b8) map(tofrom: c8)
    least = huge(least)
    do r = 1, max(2, calls / 4)
      t = now()
      call d_dgemm(rows, columns, terms, a8, b8, c8)
      least = min(least, now() - t)
    end do
    !$omp end target data
    call row('dgemm '//trim(label), least, 8 * bytes, operations, c8(rows, columns))
  end subroutine

end program
