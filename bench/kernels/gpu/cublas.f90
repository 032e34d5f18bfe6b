! Products by cuBLAS, if the libraries of CUDA are there: `name|least seconds of a call`. Argument: the largest edge.
program main
  use iso_c_binding
  implicit none
  abstract interface
    integer(c_int) function makes(handle) bind(c)
      import c_int, c_ptr
      type(c_ptr), intent(out) :: handle
    end function
    integer(c_int) function allocates(place, bytes) bind(c)
      import c_int, c_ptr, c_size_t
      type(c_ptr), intent(out) :: place
      integer(c_size_t), value :: bytes
    end function
    integer(c_int) function clears(place, byte, bytes) bind(c)
      import c_int, c_ptr, c_size_t
      type(c_ptr), value :: place
      integer(c_int), value :: byte
      integer(c_size_t), value :: bytes
    end function
    integer(c_int) function frees(place) bind(c)
      import c_int, c_ptr
      type(c_ptr), value :: place
    end function
    integer(c_int) function waits() bind(c)
      import c_int
    end function
    integer(c_int) function multiplies(handle, ta, tb, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc) bind(c)
      import c_int, c_ptr
      type(c_ptr), value :: handle, alpha, a, b, beta, c
      integer(c_int), value :: ta, tb, m, n, k, lda, ldb, ldc
    end function
  end interface
  interface
    type(c_ptr) function dlopen(name, mode) bind(c)
      import c_char, c_int, c_ptr
      character(kind=c_char), intent(in) :: name(*)
      integer(c_int), value :: mode
    end function
    type(c_funptr) function dlsym(library, name) bind(c)
      import c_char, c_funptr, c_ptr
      type(c_ptr), value :: library
      character(kind=c_char), intent(in) :: name(*)
    end function
  end interface
  procedure(makes), pointer :: create
  procedure(allocates), pointer :: malloc
  procedure(clears), pointer :: memset
  procedure(frees), pointer :: free
  procedure(waits), pointer :: synchronize
  procedure(multiplies), pointer :: sgemm, dgemm
  type(c_ptr) :: blas, cuda, handle
  character(32) :: text
  integer :: edge, e, i

  call get_command_argument(1, text); read (text, *) edge
  cuda = opened('libcudart.so')
  blas = opened('libcublas.so')
  if (.not. c_associated(cuda) .or. .not. c_associated(blas)) stop
  call c_f_procpointer(dlsym(blas, 'cublasCreate_v2'//c_null_char), create)
  call c_f_procpointer(dlsym(blas, 'cublasSgemm_v2'//c_null_char), sgemm)
  call c_f_procpointer(dlsym(blas, 'cublasDgemm_v2'//c_null_char), dgemm)
  call c_f_procpointer(dlsym(cuda, 'cudaMalloc'//c_null_char), malloc)
  call c_f_procpointer(dlsym(cuda, 'cudaMemset'//c_null_char), memset)
  call c_f_procpointer(dlsym(cuda, 'cudaFree'//c_null_char), free)
  call c_f_procpointer(dlsym(cuda, 'cudaDeviceSynchronize'//c_null_char), synchronize)
  if (create(handle) /= 0) stop
  e = edge
  do i = 1, 4
    call product(e, e, e)
    e = max(1, e / 2)
  end do
  call product(edge, 16, edge)

contains

  ! The library, in the version that is there.
  type(c_ptr) function opened(name)
    character(*), intent(in) :: name
    character(3), parameter :: versions(4) = ['   ', '.13', '.12', '.11']
    integer :: v
    do v = 1, size(versions)
      opened = dlopen(name//trim(versions(v))//c_null_char, 2)
      if (c_associated(opened)) return
    end do
  end function

  subroutine product(m, n, k)
    integer, intent(in) :: m, n, k
    real(c_float), target :: one4, zero4
    real(c_double), target :: one8, zero8
    integer(c_int64_t) :: from, to, rate
    real(c_double) :: least(2)
    type(c_ptr) :: a, b, c
    character(40) :: label
    integer :: r, kind, failed
    one4 = 1
    zero4 = 0
    one8 = 1
    zero8 = 0
    failed = malloc(a, 8_c_size_t * m * k) + malloc(b, 8_c_size_t * k * n) + malloc(c, 8_c_size_t * m * n)
    if (failed /= 0) return
    failed = memset(a, 0, 8_c_size_t * m * k) + memset(b, 0, 8_c_size_t * k * n)
    least = huge(least)
    do kind = 1, 2
      do r = 1, 10
        failed = failed + synchronize()
        call system_clock(from, rate)
        if (kind == 1) then
          failed = failed + sgemm(handle, 0, 0, m, n, k, c_loc(one4), a, m, b, k, c_loc(zero4), c, m)
        else
          failed = failed + dgemm(handle, 0, 0, m, n, k, c_loc(one8), a, m, b, k, c_loc(zero8), c, m)
        end if
        failed = failed + synchronize()
        call system_clock(to)
        least(kind) = min(least(kind), real(to - from, c_double) / rate)
      end do
    end do
    write (label, '(i0, "x", i0, "x", i0)') m, n, k
    if (failed == 0) then
      print '(3a, es23.15)', 'sgemm ', trim(label), '|', least(1)
      print '(3a, es23.15)', 'dgemm ', trim(label), '|', least(2)
    end if
    failed = free(a) + free(b) + free(c)
  end subroutine

end program
