! Kernels pick objects of arrays and use components whose elements are no whole words: integers and logicals of 1 and 2 bytes,
! strings.
program objects_gathered_bytes
  implicit none
  type t
    integer(1), allocatable :: b(:)
    logical(1), allocatable :: l(:)
    integer(2), allocatable :: h(:,:)
    character, allocatable :: c(:)
    character(3), allocatable :: s(:)
    character(6), allocatable :: w(:)
    logical, allocatable :: q(:)
    integer(2), allocatable :: one
    character(5), allocatable :: name
  end type
  type(t) :: a(7)
  integer :: i, j, bad, cnt(7), m
  bad = 0
  do i = 1, 7
    allocate (a(i)%b(i), a(i)%l(i + 2), a(i)%h(i, 3), a(i)%c(8 - i), a(i)%q(i), a(i)%s(0:i), a(i)%w(2), a(i)%one)
    a(i)%b = int(i, 1); a(i)%l = .false.; a(i)%h = int(100*i, 2); a(i)%c = 'x'; a(i)%q = .true.
    a(i)%l(i) = .true.
    a(i)%s = 'abc'; a(i)%w = 'uvwxyz'; a(i)%one = int(-i, 2)
    if (mod(i, 2) == 0) allocate (character(5) :: a(i)%name)
    if (mod(i, 2) == 0) a(i)%name = '-----'
  end do
  deallocate (a(4)%b)
  !$omp target data map(tofrom: a)
  do m = 1, 2
    !$omp target teams distribute parallel do map(from: cnt) private(j)
    do i = 1, 7
      cnt(i) = 0
      if (allocated(a(i)%b)) then
        do j = 1, size(a(i)%b)
          a(i)%b(j) = a(i)%b(j) + int(j, 1)
        end do
      end if
      do j = 1, size(a(i)%l)
        if (a(i)%l(j)) cnt(i) = cnt(i) + j
        a(i)%l(j) = .not. a(i)%l(j)
      end do
      do j = 1, 3
        a(i)%h(i, j) = a(i)%h(i, j) + int(j, 2)
      end do
      do j = 1, size(a(i)%c)
        a(i)%c(j) = achar(iachar(a(i)%c(j)) + 1)
      end do
      a(i)%q(i) = .not. a(i)%l(1)
      a(i)%s(i)(2:2) = achar(iachar('0') + i)
      if (a(i)%s(0) == 'abc') a(i)%s(0)(3:3) = '!'
      if (i < 7) a(i)%w(m)(i:i) = '*'
      cnt(i) = cnt(i) - 3*a(i)%one
      if (allocated(a(i)%name)) a(i)%name(m:m) = a(i)%w(1)(1:1)
    end do
  end do
  !$omp end target data
  do i = 1, 7
    if (i /= 4) then
      if (any(a(i)%b /= [(i + 2*j, j = 1, i)])) bad = bad + 1
    end if
    if (count(a(i)%l) /= 1 .or. .not. a(i)%l(i)) bad = bad + 10
    if (cnt(i) /= (i+2)*(i+3)/2 + 2*i) bad = bad + 100
    do j = 1, 3
      if (a(i)%h(i, j) /= 100*i + 2*j .or. any(a(i)%h(:i-1, j) /= 100*i)) bad = bad + 1000
    end do
    if (any(a(i)%c /= 'z')) bad = bad + 10000
    if (a(i)%q(i) .eqv. (i == 1)) bad = bad + 100000
    if (a(i)%s(0) /= 'ab!' .or. a(i)%s(i) /= 'a' // achar(iachar('0') + i) // 'c') bad = bad + 1000000
    if (i > 1) then
      if (any(a(i)%s(1:i-1) /= 'abc')) bad = bad + 1000000
    end if
    if (i < 7) then
      if (any(a(i)%w /= 'uvwxyz'(:i-1) // '*' // 'uvwxyz'(i+1:))) bad = bad + 10000000
    end if
    if (allocated(a(i)%name) .neqv. mod(i, 2) == 0) bad = bad + 100000000
    if (allocated(a(i)%name)) then
      if (a(i)%name /= 'uu---') bad = bad + 100000000
    end if
  end do
  if (bad == 0) then; print '(a)', 'OK'; else; print *, 'bad', bad; end if
end program
!> OK
