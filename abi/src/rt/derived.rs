//! Objects of derived type, polymorphic entities.

family! { ($) derived_rows DERIVED
    /// Default-initializes the elements that `desc` describes as objects of type `ty`.
    fn frt_object_init(desc: Ptr, ty: Ptr);
    /// The elements of `dst`, which hold nothing yet, become copies of those of `src` (in element order; a scalar
    /// `src` is spread), both of type `ty`. Allocatable components are copied deeply.
    fn frt_object_clone(dst: Ptr, src: Ptr, ty: Ptr);
    /// The elements of `dst`, which hold nothing yet, become default-initialized objects of type `ty`, whose allocatable
    /// components are allocated as those of the elements of `src` (of the same shape) are: private copies of OpenMP.
    fn frt_object_private(dst: Ptr, src: Ptr, ty: Ptr);
    /// The elements of `desc` are byte copies of objects of type `ty`: gives them allocations of their own.
    fn frt_object_own(desc: Ptr, ty: Ptr);
    /// Assigns the elements of `src` to those of `dst` (of the same shape), objects of type `ty`, by calls of a type-bound
    /// defined assignment. `class`: bits of [`crate::typedesc::ComponentDesc::assign_class`].
    fn frt_object_define(dst: Ptr, src: Ptr, ty: Ptr, assign: Ptr, class: I32);
    /// Intrinsic assignment of elements of type `ty` (Fortran 2018, 10.2.1.3): finalizes `dst`, then copies, with
    /// defined assignment of components where their type binds one. `src` is a scalar or has the shape of `dst`.
    fn frt_object_assign(dst: Ptr, src: Ptr, ty: Ptr);
    /// As frt_object_assign for the elements for which `mask` (1-byte elements, same shape) is not 0.
    fn frt_object_assign_masked(dst: Ptr, src: Ptr, ty: Ptr, mask: Ptr);
    /// Finalizes the elements of type `ty` and deallocates their allocatable components; null `desc`: nothing.
    fn frt_object_destroy(desc: Ptr, ty: Ptr);
    /// Frees what copies of values hold, without finalization: the allocatable components of the elements of type `ty`
    /// (null: of the dynamic type in a polymorphic descriptor), with `whole` 1 the elements too. Nothing allocated:
    /// nothing.
    fn frt_object_release(desc: Ptr, ty: Ptr, whole: I32);
    /// Finalizes and frees what an allocatable or pointer descriptor describes. `ty`: type of the elements, null for
    /// intrinsic ones; `class` 1: the dynamic type in the descriptor decides, and becomes the declared type.
    /// Null `desc`, or nothing allocated: nothing. Result: 0 or STAT_NOT_ALLOCATED (1).
    fn frt_object_deallocate(desc: Ptr, ty: Ptr, class: I32) -> I32;
    /// Intrinsic assignment to an allocatable of the same rank as `src`, or of any rank where `src` is a scalar
    /// (Fortran 2018, 10.2.1.3): reallocates where shape, dynamic type or length differ. `class` 1: `dst` is
    /// polymorphic and takes the dynamic type `ty`; `flags`: 1 a new allocation has the lower bounds of `src`, 2 the new
    /// value is a copy that no variable had before, so no defined assignment of components takes part.
    fn frt_allocatable_assign(dst: Ptr, src: Ptr, ty: Ptr, class: I32, flags: I32);
    /// Allocates the polymorphic `dst` with the shape of `index` and copies of the elements of `a`, then `b` (null: none),
    /// of type `ty` that the numbers in `index` (8-byte integers, from zero, in element order) name.
    fn frt_object_gather(dst: Ptr, index: Ptr, a: Ptr, b: Ptr, ty: Ptr);
    /// MOVE_ALLOC: `to` is deallocated (elements of type `to_ty`) and takes over `from`, whose elements have the
    /// dynamic type `from_ty`. `class` bit 0: `from` is polymorphic, bit 1: `to` is.
    fn frt_object_move(from: Ptr, to: Ptr, from_ty: Ptr, to_ty: Ptr, class: I32);
    /// 1 where type `ty` is `base` or extends it.
    fn frt_type_extends(ty: Ptr, base: Ptr) -> I32;
    /// 1 where both are one type: the same descriptor, or intrinsic types of one type code.
    fn frt_type_same(a: Ptr, b: Ptr) -> I32;
    /// Address of the procedure in slot `slot` of a type's dispatch table; stops the program where the object has none.
    fn frt_type_slot(ty: Ptr, slot: I64) -> Ptr;
}
