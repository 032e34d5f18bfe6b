/* ISO_Fortran_binding.h of Ferrotran: array descriptors and the functions on them (Fortran 2018, 18.5). */
#ifndef ISO_FORTRAN_BINDING_H
#define ISO_FORTRAN_BINDING_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define CFI_VERSION 1
#define CFI_MAX_RANK 15

typedef ptrdiff_t CFI_index_t;
typedef int8_t CFI_rank_t;
typedef int8_t CFI_attribute_t;
typedef int16_t CFI_type_t;

/* A dimension: `sm` is the distance of neighbours in bytes. */
typedef struct CFI_dim_t {
  CFI_index_t lower_bound;
  CFI_index_t extent;
  CFI_index_t sm;
} CFI_dim_t;

#define CFI_FERROTRAN_DESC(DIMS) \
  void *base_addr;               \
  size_t elem_len;               \
  int version;                   \
  CFI_rank_t rank;               \
  CFI_attribute_t attribute;     \
  CFI_type_t type;               \
  CFI_dim_t dim[DIMS];

#ifdef __cplusplus
typedef struct CFI_cdesc_t {
  CFI_FERROTRAN_DESC(1)
} CFI_cdesc_t;
#else
typedef struct CFI_cdesc_t {
  CFI_FERROTRAN_DESC()
} CFI_cdesc_t;
#endif

/* Room for a descriptor of rank r. */
#define CFI_CDESC_T(r) \
  struct { CFI_FERROTRAN_DESC((r) > 0 ? (r) : 1) }

#define CFI_attribute_pointer 0
#define CFI_attribute_allocatable 1
#define CFI_attribute_other 2

#define CFI_SUCCESS 0
#define CFI_FAILURE 1
#define CFI_ERROR_BASE_ADDR_NULL 2
#define CFI_ERROR_BASE_ADDR_NOT_NULL 3
#define CFI_INVALID_ELEM_LEN 4
#define CFI_INVALID_RANK 5
#define CFI_INVALID_TYPE 6
#define CFI_INVALID_ATTRIBUTE 7
#define CFI_INVALID_EXTENT 8
#define CFI_INVALID_STRIDE 9
#define CFI_INVALID_DESCRIPTOR 10
#define CFI_ERROR_MEM_ALLOCATION 11
#define CFI_ERROR_OUT_OF_BOUNDS 12

/* Types: a class in the low byte, the kind in bytes above it. */
#define CFI_FERROTRAN_TYPE(CLASS, KIND) ((CLASS) + ((KIND) << 8))
#define CFI_type_Integer 1
#define CFI_type_Logical 2
#define CFI_type_Real 3
#define CFI_type_Complex 4
#define CFI_type_Character 5
#define CFI_type_struct 6
#define CFI_type_cptr 7
#define CFI_type_cfunptr 8
#define CFI_type_other (-1)

#define CFI_type_char CFI_FERROTRAN_TYPE(CFI_type_Character, 1)
#define CFI_type_signed_char CFI_FERROTRAN_TYPE(CFI_type_Integer, sizeof(signed char))
#define CFI_type_short CFI_FERROTRAN_TYPE(CFI_type_Integer, sizeof(short))
#define CFI_type_int CFI_FERROTRAN_TYPE(CFI_type_Integer, sizeof(int))
#define CFI_type_long CFI_FERROTRAN_TYPE(CFI_type_Integer, sizeof(long))
#define CFI_type_long_long CFI_FERROTRAN_TYPE(CFI_type_Integer, sizeof(long long))
#define CFI_type_size_t CFI_FERROTRAN_TYPE(CFI_type_Integer, sizeof(size_t))
#define CFI_type_int8_t CFI_FERROTRAN_TYPE(CFI_type_Integer, 1)
#define CFI_type_int16_t CFI_FERROTRAN_TYPE(CFI_type_Integer, 2)
#define CFI_type_int32_t CFI_FERROTRAN_TYPE(CFI_type_Integer, 4)
#define CFI_type_int64_t CFI_FERROTRAN_TYPE(CFI_type_Integer, 8)
#define CFI_type_int_least8_t CFI_FERROTRAN_TYPE(CFI_type_Integer, sizeof(int_least8_t))
#define CFI_type_int_least16_t CFI_FERROTRAN_TYPE(CFI_type_Integer, sizeof(int_least16_t))
#define CFI_type_int_least32_t CFI_FERROTRAN_TYPE(CFI_type_Integer, sizeof(int_least32_t))
#define CFI_type_int_least64_t CFI_FERROTRAN_TYPE(CFI_type_Integer, sizeof(int_least64_t))
#define CFI_type_int_fast8_t CFI_FERROTRAN_TYPE(CFI_type_Integer, sizeof(int_fast8_t))
#define CFI_type_int_fast16_t CFI_FERROTRAN_TYPE(CFI_type_Integer, sizeof(int_fast16_t))
#define CFI_type_int_fast32_t CFI_FERROTRAN_TYPE(CFI_type_Integer, sizeof(int_fast32_t))
#define CFI_type_int_fast64_t CFI_FERROTRAN_TYPE(CFI_type_Integer, sizeof(int_fast64_t))
#define CFI_type_intmax_t CFI_FERROTRAN_TYPE(CFI_type_Integer, sizeof(intmax_t))
#define CFI_type_intptr_t CFI_FERROTRAN_TYPE(CFI_type_Integer, sizeof(intptr_t))
#define CFI_type_ptrdiff_t CFI_FERROTRAN_TYPE(CFI_type_Integer, sizeof(ptrdiff_t))
#define CFI_type_Bool CFI_FERROTRAN_TYPE(CFI_type_Logical, 1)
#define CFI_type_float CFI_FERROTRAN_TYPE(CFI_type_Real, sizeof(float))
#define CFI_type_double CFI_FERROTRAN_TYPE(CFI_type_Real, sizeof(double))
#define CFI_type_float_Complex CFI_FERROTRAN_TYPE(CFI_type_Complex, sizeof(float))
#define CFI_type_double_Complex CFI_FERROTRAN_TYPE(CFI_type_Complex, sizeof(double))
#if defined(__x86_64__) || defined(__i386__)
/* The extended precision of the x87, kind 10. */
#define CFI_type_long_double CFI_FERROTRAN_TYPE(CFI_type_Real, 10)
#define CFI_type_long_double_Complex CFI_FERROTRAN_TYPE(CFI_type_Complex, 10)
#else
#define CFI_type_long_double CFI_FERROTRAN_TYPE(CFI_type_Real, sizeof(long double))
#define CFI_type_long_double_Complex CFI_FERROTRAN_TYPE(CFI_type_Complex, sizeof(long double))
#endif

/* Beyond the standard: the parts of a code, and names that other compilers' headers have. */
#define CFI_type_mask 0xff
#define CFI_type_kind_shift 8
#define CFI_type_ucs4_char CFI_FERROTRAN_TYPE(CFI_type_Character, 4)
#define CFI_type_char32_t CFI_type_ucs4_char
#define CFI_type_int128_t CFI_FERROTRAN_TYPE(CFI_type_Integer, 16)
#define CFI_type_int_least128_t CFI_FERROTRAN_TYPE(CFI_type_Integer, 16)
#define CFI_type_int_fast128_t CFI_FERROTRAN_TYPE(CFI_type_Integer, 16)
#define CFI_type_float128 CFI_FERROTRAN_TYPE(CFI_type_Real, 16)
#define CFI_type_float128_Complex CFI_FERROTRAN_TYPE(CFI_type_Complex, 16)

void *CFI_address(const CFI_cdesc_t *dv, const CFI_index_t subscripts[]);
int CFI_allocate(CFI_cdesc_t *dv, const CFI_index_t lower_bounds[], const CFI_index_t upper_bounds[],
                 size_t elem_len);
int CFI_deallocate(CFI_cdesc_t *dv);
int CFI_establish(CFI_cdesc_t *dv, void *base_addr, CFI_attribute_t attribute, CFI_type_t type, size_t elem_len,
                  CFI_rank_t rank, const CFI_index_t extents[]);
int CFI_is_contiguous(const CFI_cdesc_t *dv);
int CFI_section(CFI_cdesc_t *result, const CFI_cdesc_t *source, const CFI_index_t lower_bounds[],
                const CFI_index_t upper_bounds[], const CFI_index_t strides[]);
int CFI_select_part(CFI_cdesc_t *result, const CFI_cdesc_t *source, size_t displacement, size_t elem_len);
int CFI_setpointer(CFI_cdesc_t *result, CFI_cdesc_t *source, const CFI_index_t lower_bounds[]);

#ifdef __cplusplus
}
#endif
#endif
