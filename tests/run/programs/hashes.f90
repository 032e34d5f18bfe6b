! SHA-256, MD5, CRC-32, Adler-32, FNV and base64: bit intrinsics and wrapped integers.
module hashes
  use iso_fortran_env, only: int8, int32, int64
  implicit none
  private
  public sha256, md5, crc32, base64_encode, base64_decode, adler32, fnv1a
  integer(int32), parameter :: K(0:63) = [ &
    int(z'428a2f98',int32), int(z'71374491',int32), int(z'b5c0fbcf',int32), int(z'e9b5dba5',int32), int(z'3956c25b',int32), int(z'59f111f1',int32), int(z'923f82a4',int32), int(z'ab1c5ed5',int32), &
    int(z'd807aa98',int32), int(z'12835b01',int32), int(z'243185be',int32), int(z'550c7dc3',int32), int(z'72be5d74',int32), int(z'80deb1fe',int32), int(z'9bdc06a7',int32), int(z'c19bf174',int32), &
    int(z'e49b69c1',int32), int(z'efbe4786',int32), int(z'0fc19dc6',int32), int(z'240ca1cc',int32), int(z'2de92c6f',int32), int(z'4a7484aa',int32), int(z'5cb0a9dc',int32), int(z'76f988da',int32), &
    int(z'983e5152',int32), int(z'a831c66d',int32), int(z'b00327c8',int32), int(z'bf597fc7',int32), int(z'c6e00bf3',int32), int(z'd5a79147',int32), int(z'06ca6351',int32), int(z'14292967',int32), &
    int(z'27b70a85',int32), int(z'2e1b2138',int32), int(z'4d2c6dfc',int32), int(z'53380d13',int32), int(z'650a7354',int32), int(z'766a0abb',int32), int(z'81c2c92e',int32), int(z'92722c85',int32), &
    int(z'a2bfe8a1',int32), int(z'a81a664b',int32), int(z'c24b8b70',int32), int(z'c76c51a3',int32), int(z'd192e819',int32), int(z'd6990624',int32), int(z'f40e3585',int32), int(z'106aa070',int32), &
    int(z'19a4c116',int32), int(z'1e376c08',int32), int(z'2748774c',int32), int(z'34b0bcb5',int32), int(z'391c0cb3',int32), int(z'4ed8aa4a',int32), int(z'5b9cca4f',int32), int(z'682e6ff3',int32), &
    int(z'748f82ee',int32), int(z'78a5636f',int32), int(z'84c87814',int32), int(z'8cc70208',int32), int(z'90befffa',int32), int(z'a4506ceb',int32), int(z'bef9a3f7',int32), int(z'c67178f2',int32) ]
contains
  elemental integer(int32) function rotr(x, n)
    integer(int32), intent(in) :: x
    integer, intent(in) :: n
    rotr = ishftc(x, -n)
  end function
  pure integer(int32) function add32(a, b) result(r)
    integer(int32), intent(in) :: a, b
    r = transfer(iand(int(a, int64) + int(b, int64), int(z'FFFFFFFF', int64)), r)
  end function
  function sha256(msg) result(hex)
    character(*), intent(in) :: msg
    character(64) :: hex
    integer(int32) :: h(0:7), w(0:63), a, b, c, d, e, f, g, hh, s0, s1, t1, t2, ch, maj
    character(:), allocatable :: m
    integer :: i, j, n, pad
    integer(int64) :: bits
    h = [int(z'6a09e667',int32), int(z'bb67ae85',int32), int(z'3c6ef372',int32), int(z'a54ff53a',int32), int(z'510e527f',int32), int(z'9b05688c',int32), int(z'1f83d9ab',int32), int(z'5be0cd19',int32)]
    bits = 8_int64 * len(msg)
    pad = modulo(55 - len(msg), 64)
    m = msg // achar(128) // repeat(achar(0), pad)
    do i = 7, 0, -1
      m = m // achar(int(ibits(bits, 8*i, 8)))
    end do
    do n = 0, len(m)/64 - 1
      do i = 0, 15
        w(i) = 0
        do j = 1, 4
          w(i) = ior(ishft(w(i), 8), iachar(m(64*n + 4*i + j:64*n + 4*i + j)))
        end do
      end do
      do i = 16, 63
        s0 = ieor(ieor(rotr(w(i-15), 7), rotr(w(i-15), 18)), ishft(w(i-15), -3))
        s1 = ieor(ieor(rotr(w(i-2), 17), rotr(w(i-2), 19)), ishft(w(i-2), -10))
        w(i) = add32(add32(w(i-16), s0), add32(w(i-7), s1))
      end do
      a = h(0); b = h(1); c = h(2); d = h(3); e = h(4); f = h(5); g = h(6); hh = h(7)
      do i = 0, 63
        s1 = ieor(ieor(rotr(e, 6), rotr(e, 11)), rotr(e, 25))
        ch = ieor(iand(e, f), iand(not(e), g))
        t1 = add32(add32(add32(hh, s1), add32(ch, K(i))), w(i))
        s0 = ieor(ieor(rotr(a, 2), rotr(a, 13)), rotr(a, 22))
        maj = ieor(ieor(iand(a, b), iand(a, c)), iand(b, c))
        t2 = add32(s0, maj)
        hh = g; g = f; f = e; e = add32(d, t1); d = c; c = b; b = a; a = add32(t1, t2)
      end do
      h(0) = add32(h(0), a); h(1) = add32(h(1), b); h(2) = add32(h(2), c); h(3) = add32(h(3), d)
      h(4) = add32(h(4), e); h(5) = add32(h(5), f); h(6) = add32(h(6), g); h(7) = add32(h(7), hh)
    end do
    write (hex, '(8z8.8)') h
    do i = 1, 64
      if (hex(i:i) >= 'A' .and. hex(i:i) <= 'F') hex(i:i) = achar(iachar(hex(i:i)) + 32)
    end do
  end function
  function md5(msg) result(hex)
    character(*), intent(in) :: msg
    character(32) :: hex
    integer(int64), parameter :: m32 = int(z'FFFFFFFF', int64)
    integer(int64) :: kk(0:63), a0, b0, c0, d0, a, b, c, d, f, x
    integer, parameter :: s(0:15) = [7,12,17,22,5,9,14,20,4,11,16,23,6,10,15,21]
    integer :: i, g, n, j
    integer(int64) :: w(0:15)
    character(:), allocatable :: m
    do i = 0, 63
      kk(i) = int(abs(sin(real(i+1, kind(1d0)))) * 4294967296d0, int64)
    end do
    a0 = int(z'67452301', int64); b0 = int(z'efcdab89', int64); c0 = int(z'98badcfe', int64); d0 = int(z'10325476', int64)
    m = msg // achar(128) // repeat(achar(0), modulo(55 - len(msg), 64))
    do i = 0, 7
      m = m // achar(int(ibits(8_int64*len(msg), 8*i, 8)))
    end do
    do n = 0, len(m)/64 - 1
      do i = 0, 15
        w(i) = 0
        do j = 4, 1, -1
          w(i) = w(i)*256 + iachar(m(64*n+4*i+j:64*n+4*i+j))
        end do
      end do
      a = a0; b = b0; c = c0; d = d0
      do i = 0, 63
        select case (i/16)
        case (0)
          f = ior(iand(b, c), iand(iand(not(b), m32), d)); g = i
        case (1)
          f = ior(iand(d, b), iand(iand(not(d), m32), c)); g = mod(5*i+1, 16)
        case (2)
          f = ieor(b, ieor(c, d)); g = mod(3*i+5, 16)
        case (3)
          f = ieor(c, ior(b, iand(not(d), m32))); g = mod(7*i, 16)
        end select
        f = iand(f + a + kk(i) + w(g), m32)
        a = d; d = c; c = b
        x = s(4*(i/16) + mod(i, 4))
        b = iand(b + ior(iand(ishft(f, int(x)), m32), ishft(f, int(x) - 32)), m32)
      end do
      a0 = iand(a0 + a, m32); b0 = iand(b0 + b, m32); c0 = iand(c0 + c, m32); d0 = iand(d0 + d, m32)
    end do
    hex = le(a0) // le(b0) // le(c0) // le(d0)
  contains
    function le(v) result(t)
      integer(int64), intent(in) :: v
      character(8) :: t
      integer :: q
      write (t, '(4z2.2)') (int(ibits(v, 8*q, 8)), q = 0, 3)
    end function
  end function
  integer(int32) function crc32(s) result(c)
    character(*), intent(in) :: s
    integer(int32), save :: tab(0:255)
    logical, save :: ready = .false.
    integer :: i, j
    integer(int32) :: v
    if (.not. ready) then
      do i = 0, 255
        v = i
        do j = 1, 8
          if (btest(v, 0)) then
            v = ieor(shiftr(v, 1), int(z'EDB88320', int32))
          else
            v = shiftr(v, 1)
          end if
        end do
        tab(i) = v
      end do
      ready = .true.
    end if
    c = -1
    do i = 1, len(s)
      c = ieor(shiftr(c, 8), tab(iand(ieor(c, iachar(s(i:i))), 255)))
    end do
    c = not(c)
  end function
  pure integer(int64) function adler32(s)
    character(*), intent(in) :: s
    integer(int64) :: a, b
    integer :: i
    a = 1; b = 0
    do i = 1, len(s)
      a = mod(a + ichar(s(i:i)), 65521_int64)
      b = mod(b + a, 65521_int64)
    end do
    adler32 = ior(shiftl(b, 16), a)
  end function
  pure integer(int32) function fnv1a(s) result(h)
    character(*), intent(in) :: s
    integer :: i
    integer(int64) :: t
    t = 2166136261_int64
    do i = 1, len(s)
      t = ieor(t, int(iachar(s(i:i)), int64))
      t = iand(t * 16777619_int64, 4294967295_int64)
    end do
    h = transfer(t, h)
  end function
  function base64_encode(s) result(r)
    character(*), intent(in) :: s
    character(:), allocatable :: r
    character(64), parameter :: abc = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
    integer :: i, v, j, n
    r = ''
    do i = 1, len(s), 3
      v = 0
      n = min(3, len(s) - i + 1)
      do j = 0, 2
        v = v*256
        if (j < n) v = v + iachar(s(i+j:i+j))
      end do
      do j = 3, 0, -1
        if (3 - j <= n) then
          r = r // abc(1+ibits(v, 6*j, 6):1+ibits(v, 6*j, 6))
        else
          r = r // '='
        end if
      end do
    end do
  end function
  function base64_decode(s) result(r)
    character(*), intent(in) :: s
    character(:), allocatable :: r
    character(64), parameter :: abc = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
    integer :: i, v, bits
    allocate (character(0) :: r)
    v = 0; bits = 0
    do i = 1, len(s)
      if (s(i:i) == '=') exit
      v = ior(shiftl(iand(v, 1023), 6), index(abc, s(i:i)) - 1)
      bits = bits + 6
      if (bits >= 8) then
        bits = bits - 8
        r = r // achar(iand(shiftr(v, bits), 255))
      end if
    end do
  end function
end module
program t
  use hashes
  implicit none
  character(*), parameter :: fox = 'The quick brown fox jumps over the lazy dog'
  print '(a)', sha256(''), sha256('abc'), sha256(fox // fox // fox)
  print '(a)', md5(''), md5('abc'), md5(fox)
  print '(z8.8,1x,z8.8)', crc32('123456789'), crc32(fox)
  print *, adler32('Wikipedia'), fnv1a('hello')
  print '(a)', base64_encode('Man'), base64_encode('Ma'), base64_encode('M'), base64_encode(fox)
  print '(3a)', '[', base64_decode(base64_encode(fox)), ']'
  if (base64_decode('aGVsbG8=') /= 'hello') error stop 1
end program
!> e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855
!> ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad
!> 5cfa2bf023f22ac82b00cd883ea96852677ff2ecd777f656146bd22004eb75f2
!> D41D8CD98F00B204E9800998ECF8427E
!> 900150983CD24FB0D6963F7D28E17F72
!> 9E107D9D372BB6826BD81D3542A419D6
!> CBF43926 414FA339
!>             300286872  1335831723
!> TWFu
!> TWE=
!> TQ==
!> VGhlIHF1aWNrIGJyb3duIGZveCBqdW1wcyBvdmVyIHRoZSBsYXp5IGRvZw==
!> [The quick brown fox jumps over the lazy dog]
