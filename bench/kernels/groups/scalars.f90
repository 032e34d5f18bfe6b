module trees
  implicit none
  type node
    integer :: key
    type(node), pointer :: left => null(), right => null()
  end type
  type, abstract :: shape
  contains
    procedure(measure), deferred :: area
  end type
  abstract interface
    real(8) function measure(self)
      import shape
      class(shape), intent(in) :: self
    end function
  end interface
  type, extends(shape) :: circle
    real(8) :: r
  contains
    procedure :: area => circle_area
  end type
  type, extends(shape) :: square
    real(8) :: a
  contains
    procedure :: area => square_area
  end type
  type holder
    class(shape), allocatable :: s
  end type
contains
  real(8) function circle_area(self)
    class(circle), intent(in) :: self
    circle_area = 3.14159d0 * self%r**2
  end function
  real(8) function square_area(self)
    class(square), intent(in) :: self
    square_area = self%a**2
  end function
  recursive subroutine insert(t, key)
    type(node), pointer, intent(inout) :: t
    integer, intent(in) :: key
    if (.not. associated(t)) then
      allocate (t)
      t%key = key
    else if (key < t%key) then
      call insert(t%left, key)
    else
      call insert(t%right, key)
    end if
  end subroutine
  recursive integer function depth(t) result(d)
    type(node), pointer, intent(in) :: t
    d = 0
    if (associated(t)) d = 1 + max(depth(t%left), depth(t%right))
  end function
  recursive subroutine prune(t)
    type(node), pointer, intent(inout) :: t
    if (.not. associated(t)) return
    call prune(t%left)
    call prune(t%right)
    deallocate (t)
  end subroutine
  integer function binary_tree(n)
    integer, intent(in) :: n
    type(node), pointer :: t
    integer :: i
    t => null()
    do i = 1, n
      call insert(t, modulo(i * 7919, 10007))
    end do
    binary_tree = depth(t)
    call prune(t)
  end function
  real(8) function dispatch(list)
    type(holder), intent(in) :: list(:)
    integer :: i
    dispatch = 0
    do i = 1, size(list)
      dispatch = dispatch + list(i)%s%area()
    end do
  end function
  integer function grown(n)
    integer, intent(in) :: n
    integer, allocatable :: a(:)
    integer :: i
    allocate (a(0))
    do i = 1, n
      a = [a, i]
    end do
    grown = sum(a)
  end function
  integer function small_objects(n)
    integer, intent(in) :: n
    real(8), allocatable :: w(:)
    integer :: i
    small_objects = 0
    do i = 1, n
      allocate (w(1 + iand(i, 7)))
      w = i
      small_objects = small_objects + int(w(1))
      deallocate (w)
    end do
  end function
end module
module scalars
  implicit none
contains
  recursive integer function fib(n) result(f)
    integer, intent(in) :: n
    if (n < 2) then
      f = n
    else
      f = fib(n - 1) + fib(n - 2)
    end if
  end function
  integer function collatz(n)
    integer, intent(in) :: n
    integer(8) :: k
    integer :: i, steps
    collatz = 0
    do i = 1, n
      k = i
      steps = 0
      do while (k /= 1)
        if (mod(k, 2_8) == 0) then
          k = k / 2
        else
          k = 3 * k + 1
        end if
        steps = steps + 1
      end do
      collatz = max(collatz, steps)
    end do
  end function
  recursive integer function queens(n, row, columns, left, right) result(found)
    integer, intent(in) :: n, row, columns, left, right
    integer :: free, bit
    found = 0
    if (row > n) then
      found = 1
      return
    end if
    free = iand(not(ior(columns, ior(left, right))), ishft(1, n) - 1)
    do while (free /= 0)
      bit = iand(free, -free)
      free = ieor(free, bit)
      found = found + queens(n, row + 1, ior(columns, bit), ishft(ior(left, bit), 1), ishft(ior(right, bit), -1))
    end do
  end function
  integer function knapsack(n, w, v, room)
    integer, intent(in) :: n, w(n), v(n), room
    integer :: best(0:room), i, j
    best = 0
    do i = 1, n
      do j = room, w(i), -1
        best(j) = max(best(j), best(j - w(i)) + v(i))
      end do
    end do
    knapsack = best(room)
  end function
  subroutine floyd(n, d)
    integer, intent(in) :: n
    integer, intent(inout) :: d(n, n)
    integer :: i, j, k
    do k = 1, n
      do j = 1, n
        do i = 1, n
          d(i, j) = min(d(i, j), d(i, k) + d(k, j))
        end do
      end do
    end do
  end subroutine
  subroutine thomas(n, a, b, c, d, x, w)
    integer, intent(in) :: n
    real(8), intent(in), dimension(n) :: a, b, c, d
    real(8), intent(out), dimension(n) :: x, w
    real(8) :: m
    integer :: i
    w(1) = c(1) / b(1)
    x(1) = d(1) / b(1)
    do i = 2, n
      m = 1 / (b(i) - a(i) * w(i - 1))
      w(i) = c(i) * m
      x(i) = (d(i) - a(i) * x(i - 1)) * m
    end do
    do i = n - 1, 1, -1
      x(i) = x(i) - w(i) * x(i + 1)
    end do
  end subroutine
  subroutine forces(n, p, f)
    integer, intent(in) :: n
    real(8), intent(in) :: p(3, n)
    real(8), intent(out) :: f(3, n)
    real(8) :: d(3), r2, s
    integer :: i, j
    f = 0
    do i = 1, n
      do j = 1, n
        if (i == j) cycle
        d = p(:, j) - p(:, i)
        r2 = d(1)**2 + d(2)**2 + d(3)**2 + 1d-3
        s = 1 / (r2 * sqrt(r2))
        f(:, i) = f(:, i) + s * d
      end do
    end do
  end subroutine
  subroutine cholesky(n, a)
    integer, intent(in) :: n
    real(8), intent(inout) :: a(n, n)
    integer :: i, j, k
    do j = 1, n
      do k = 1, j - 1
        do i = j, n
          a(i, j) = a(i, j) - a(i, k) * a(j, k)
        end do
      end do
      a(j, j) = sqrt(a(j, j))
      a(j+1:n, j) = a(j+1:n, j) / a(j, j)
    end do
  end subroutine
  integer function words(text)
    character(*), intent(in) :: text
    integer :: i
    logical :: inside
    words = 0
    inside = .false.
    do i = 1, len(text)
      if (text(i:i) == ' ') then
        inside = .false.
      else if (.not. inside) then
        inside = .true.
        words = words + 1
      end if
    end do
  end function
  integer function monte_carlo(n)
    integer, intent(in) :: n
    integer(8) :: seed
    real(8) :: x, y
    integer :: i
    seed = 12345
    monte_carlo = 0
    do i = 1, n
      seed = iand(seed * 1103515245_8 + 12345_8, 2147483647_8)
      x = real(seed, 8) / 2147483648d0
      seed = iand(seed * 1103515245_8 + 12345_8, 2147483647_8)
      y = real(seed, 8) / 2147483648d0
      if (x * x + y * y < 1) monte_carlo = monte_carlo + 1
    end do
  end function
end module
