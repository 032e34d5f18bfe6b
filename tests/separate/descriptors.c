#include <ISO_Fortran_binding.h>
#include <stdio.h>
#include <string.h>
void show(const char *w, CFI_cdesc_t *d) {
  printf("%s: rank %d attr %d type %d len %d", w, d->rank, d->attribute, d->type, (int)d->elem_len);
  for (int i = 0; i < d->rank; i++) printf(" [%ld %ld %ld]", (long)d->dim[i].lower_bound, (long)d->dim[i].extent, (long)d->dim[i].sm);
  printf(" c%d\n", CFI_is_contiguous(d)); fflush(stdout);
}
double c_sum(CFI_cdesc_t *a) { show("shape", a); double s = 0; for (CFI_index_t i = 0; i < a->dim[0].extent; i++) { CFI_index_t k[1] = {i}; s += *(double*)CFI_address(a, k);} return s; }
void c_any(CFI_cdesc_t *a) { show("any", a); }
void c_opt(CFI_cdesc_t *a) { if (a) show("opt", a); else { printf("absent\n"); fflush(stdout);} }
int c_alloc(CFI_cdesc_t *a, int n) { CFI_index_t lo[1] = {2}, hi[1] = {n + 1}; if (a->base_addr) CFI_deallocate(a); int r = CFI_allocate(a, lo, hi, 0); for (int i = 0; i < n; i++) ((int*)a->base_addr)[i] = i * i; return r; }
void c_str(CFI_cdesc_t *s) { printf("str len %d '%.*s'\n", (int)s->elem_len, (int)s->elem_len, (char*)s->base_addr); fflush(stdout); memset(s->base_addr, '*', 2);}
static int data[6] = {1,2,3,4,5,6};
void c_ptr_to(CFI_cdesc_t *p) { CFI_CDESC_T(2) t; CFI_cdesc_t *d = (CFI_cdesc_t*)&t; CFI_index_t ext[2] = {2,3}, lo[2] = {1, 0}; CFI_establish(d, data, CFI_attribute_other, CFI_type_int, 0, 2, ext); printf("%d\n", CFI_setpointer(p, d, lo)); fflush(stdout);}
void f_work(CFI_cdesc_t *a, CFI_cdesc_t *b);
void c_calls_f(void) { CFI_CDESC_T(2) t, u; CFI_index_t ext[2] = {2,3}, z[2] = {0,0}, up[2] = {1, 2}, st[2] = {1, 2};
  CFI_cdesc_t *d = (CFI_cdesc_t*)&t, *e = (CFI_cdesc_t*)&u; CFI_establish(d, data, CFI_attribute_other, CFI_type_int, 0, 2, ext);
  CFI_establish(e, 0, CFI_attribute_other, CFI_type_int, 0, 2, 0); printf("sec %d\n", CFI_section(e, d, z, up, st)); fflush(stdout); f_work(e, d); }
