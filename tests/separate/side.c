#include <ISO_Fortran_binding.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct { double r; int i; } shared_block;

#ifndef SCALE
#error the macro of the command line is missing
#endif

static const char *kind(const CFI_cdesc_t *d) {
  return d->type == CFI_type_cptr ? "cptr" : d->type == CFI_type_cfunptr ? "cfunptr"
         : d->type == CFI_type_int16_t ? "int16" : d->type == CFI_type_double_Complex ? "complex"
         : d->type == CFI_type_struct ? "struct" : d->type == CFI_type_int ? "int" : "?";
}

/* What a descriptor says. */
void show(const CFI_cdesc_t *d) {
  if (!d) {
    printf("absent\n");
    return;
  }
  printf("%s len %d rank %d attr %d:", kind(d), (int)d->elem_len, d->rank, d->attribute);
  for (int i = 0; i < d->rank; i++)
    printf(" %d+%d*%d", (int)d->dim[i].lower_bound, (int)d->dim[i].extent, (int)(d->dim[i].sm / (long)d->elem_len));
  printf("\n");
  fflush(stdout);
}

/* Negates what is contiguous. */
void negate(CFI_cdesc_t *d) {
  int *p = d->base_addr, n = 1;
  for (int i = 0; i < d->rank; i++) n *= d->dim[i].extent;
  if (!CFI_is_contiguous(d)) printf("gaps\n");
  for (int i = 0; i < n; i++) p[i] = -p[i];
}

void fresh(CFI_cdesc_t *a) {
  CFI_index_t lb = 0, ub = 2;
  if (a->base_addr) printf("still allocated\n");
  CFI_allocate(a, &lb, &ub, 0);
  for (int i = 0; i < 3; i++) ((int *)a->base_addr)[i] = SCALE * i;
}

extern void doubled(CFI_cdesc_t *);
extern void words(CFI_cdesc_t *);

/* Calls Fortran with what is not contiguous. */
void from_c(void) {
  int data[8] = {1, 2, 3, 4, 5, 6, 7, 8};
  CFI_CDESC_T(1) all, part;
  CFI_index_t n = 8, lb = 1, step = 2;
  CFI_establish((CFI_cdesc_t *)&all, data, CFI_attribute_other, CFI_type_int, 0, 1, &n);
  CFI_establish((CFI_cdesc_t *)&part, 0, CFI_attribute_other, CFI_type_int, 0, 1, 0);
  CFI_section((CFI_cdesc_t *)&part, (CFI_cdesc_t *)&all, &lb, 0, &step);
  doubled((CFI_cdesc_t *)&part);
  for (int i = 0; i < 8; i++) printf(" %d", data[i]);
  printf("\n");
  char text[] = "one  two  three";
  CFI_CDESC_T(1) w;
  n = 3;
  CFI_establish((CFI_cdesc_t *)&w, text, CFI_attribute_other, CFI_type_char, 5, 1, &n);
  words((CFI_cdesc_t *)&w);
  printf("%s\n", text);
  CFI_index_t out = 8;
  printf("%d %d\n", CFI_address((CFI_cdesc_t *)&all, &out) == 0,
         CFI_section((CFI_cdesc_t *)&w, (CFI_cdesc_t *)&all, 0, 0, 0));
  fflush(stdout);
}

void block(void) {
  shared_block.r *= 2;
  shared_block.i++;
}

int by_value_(int n, double *x) { return n + (int)*x; }
