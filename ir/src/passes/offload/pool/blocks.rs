//! The allocator of a thread: its part of the pool is a row of blocks, each with a head of 16 bytes in front: how many
//! bytes it has with the head, and whether it is in use. A new block stands behind the last one; where there is no room, free
//! neighbours are put together and the first that is large enough is taken.

use crate::choices::Pred;
use crate::entity::Value;
use crate::module::{Attr, Builder};
use crate::ops::OpKind;
use crate::types::Type;

/// Bytes of the head of a block, and what blocks are aligned to.
pub const HEAD: i64 = 16;

/// What a thread knows of its part of the pool.
#[derive(Clone, Copy)]
pub struct Part {
    /// The whole pool, as bytes.
    pub pool: Value,
    /// Where the part begins.
    pub first: Value,
    /// Where it ends.
    pub end: Value,
    /// A variable: where the row of blocks ends.
    pub top: Value,
}

/// Bytes that a block for so many takes.
pub fn rounded(b: &mut Builder<'_>, bytes: Value) -> Value {
    let (zero, one) = (b.index(0), b.index(1));
    let n = b.binary(OpKind::Max, bytes, zero);
    let n = b.binary(OpKind::Max, n, one);
    let up = b.index(2 * HEAD - 1);
    let n = b.binary(OpKind::Add, n, up);
    let unit = b.index(HEAD);
    let n = b.binary(OpKind::Div, n, unit);
    b.binary(OpKind::Mul, n, unit)
}

impl Part {
    fn word(&self, b: &mut Builder<'_>, block: Value, offset: i64) -> Value {
        let offset = b.index(offset);
        let at = b.binary(OpKind::Add, block, offset);
        let e = b.elem(self.pool, &[at]);
        let ty = b.m.types.reference(Type::I32);
        b.op(OpKind::CastRef).arg(e).result(ty).value()
    }

    fn size(&self, b: &mut Builder<'_>, block: Value) -> Value {
        let r = self.word(b, block, 0);
        let n = b.load(r);
        b.cast(n, Type::INDEX)
    }

    fn is_free(&self, b: &mut Builder<'_>, block: Value) -> Value {
        let r = self.word(b, block, 4);
        let used = b.load(r);
        let zero = b.int(0, Type::I32);
        b.cmp(Pred::Eq, used, zero)
    }

    fn set_size(&self, b: &mut Builder<'_>, block: Value, size: Value) {
        let r = self.word(b, block, 0);
        let n = b.cast(size, Type::I32);
        b.store(n, r);
    }

    fn set_used(&self, b: &mut Builder<'_>, block: Value, used: bool) {
        let r = self.word(b, block, 4);
        let n = b.int(used.into(), Type::I32);
        b.store(n, r);
    }

    /// A block of so many bytes (rounded): its place behind the head, or 0 where there is none.
    pub fn take(&self, b: &mut Builder<'_>, size: Value) -> Value {
        let ty = b.m.types.reference(Type::INDEX);
        let found = b.op(OpKind::Alloca).result(ty).value();
        let zero = b.index(0);
        b.store(zero, found);
        self.append(b, size, found);
        let place = b.load(found);
        let none = b.cmp(Pred::Eq, place, zero);
        choice(b, none, |b| {
            self.search(b, size, found);
            // What was free at the end is no block any more.
            let place = b.load(found);
            let none = b.cmp(Pred::Eq, place, zero);
            choice(b, none, |b| self.append(b, size, found));
        });
        b.load(found)
    }

    /// A block behind the last one, or 0: frames of procedures are freed in the opposite order, so that nothing is free elsewhere.
    pub fn push(&self, b: &mut Builder<'_>, size: Value) -> Value {
        let ty = b.m.types.reference(Type::INDEX);
        let found = b.op(OpKind::Alloca).result(ty).value();
        let zero = b.index(0);
        b.store(zero, found);
        self.append(b, size, found);
        b.load(found)
    }

    /// Puts a block behind the last one where there is room.
    fn append(&self, b: &mut Builder<'_>, size: Value, found: Value) {
        let top = b.load(self.top);
        let end = b.binary(OpKind::Add, top, size);
        let fits = b.cmp(Pred::Le, end, self.end);
        choice(b, fits, |b| {
            self.set_size(b, top, size);
            self.set_used(b, top, true);
            b.store(end, self.top);
            let head = b.index(HEAD);
            let place = b.binary(OpKind::Add, top, head);
            b.store(place, found);
        });
    }

    /// Looks for a free block that is large enough.
    fn search(&self, b: &mut Builder<'_>, size: Value, found: Value) {
        let ty = b.m.types.reference(Type::INDEX);
        let (at, bytes) = (b.op(OpKind::Alloca).result(ty).value(), b.op(OpKind::Alloca).result(ty).value());
        b.store(self.first, at);
        let zero = b.index(0);
        repeat(
            b,
            |b| {
                let (block, top, place) = (b.load(at), b.load(self.top), b.load(found));
                let more = b.cmp(Pred::Lt, block, top);
                let none = b.cmp(Pred::Eq, place, zero);
                b.binary(OpKind::And, more, none)
            },
            |b| {
                let block = b.load(at);
                let n = self.size(b, block);
                b.store(n, bytes);
                let free = self.is_free(b, block);
                choice(b, free, |b| {
                    self.join(b, block, bytes);
                    let (n, top) = (b.load(bytes), b.load(self.top));
                    let next = b.binary(OpKind::Add, block, n);
                    let last = b.cmp(Pred::Ge, next, top);
                    choice(b, last, |b| b.store(block, self.top));
                    let inner = b.cmp(Pred::Lt, next, top);
                    let enough = b.cmp(Pred::Ge, n, size);
                    let fits = b.binary(OpKind::And, inner, enough);
                    choice(b, fits, |b| {
                        let rest = b.binary(OpKind::Sub, n, size);
                        let least = b.index(2 * HEAD);
                        let parts = b.cmp(Pred::Ge, rest, least);
                        choice(b, parts, |b| {
                            let other = b.binary(OpKind::Add, block, size);
                            self.set_size(b, other, rest);
                            self.set_used(b, other, false);
                            self.set_size(b, block, size);
                        });
                        self.set_used(b, block, true);
                        let head = b.index(HEAD);
                        let place = b.binary(OpKind::Add, block, head);
                        b.store(place, found);
                    });
                });
                let n = b.load(bytes);
                let next = b.binary(OpKind::Add, block, n);
                b.store(next, at);
            },
        );
    }

    /// Makes one block of a free block and the free ones behind it; `bytes`: its size.
    fn join(&self, b: &mut Builder<'_>, block: Value, bytes: Value) {
        let ty = b.m.types.reference(Type::L32);
        let go = b.op(OpKind::Alloca).result(ty).value();
        let yes = b.int(1, Type::L32);
        b.store(yes, go);
        repeat(
            b,
            |b| {
                let go = b.load(go);
                b.cast(go, Type::BOOL)
            },
            |b| {
                let no = b.int(0, Type::L32);
                b.store(no, go);
                let (n, top) = (b.load(bytes), b.load(self.top));
                let next = b.binary(OpKind::Add, block, n);
                let more = b.cmp(Pred::Lt, next, top);
                choice(b, more, |b| {
                    let free = self.is_free(b, next);
                    choice(b, free, |b| {
                        let other = self.size(b, next);
                        let both = b.binary(OpKind::Add, n, other);
                        b.store(both, bytes);
                        b.store(yes, go);
                    });
                });
            },
        );
        let n = b.load(bytes);
        self.set_size(b, block, n);
    }

    /// Frees the block at a place; at 0 there is none.
    pub fn give(&self, b: &mut Builder<'_>, place: Value) {
        let zero = b.index(0);
        let there = b.cmp(Pred::Ne, place, zero);
        choice(b, there, |b| {
            let head = b.index(HEAD);
            let block = b.binary(OpKind::Sub, place, head);
            self.set_used(b, block, false);
            let n = self.size(b, block);
            let (next, top) = (b.binary(OpKind::Add, block, n), b.load(self.top));
            let last = b.cmp(Pred::Eq, next, top);
            choice(b, last, |b| b.store(block, self.top));
        });
    }
}

/// if (cond) then ... end if
pub fn choice(b: &mut Builder<'_>, cond: Value, then: impl FnOnce(&mut Builder<'_>)) {
    let (yes, no) = (b.m.new_region(&[]), b.m.new_region(&[]));
    b.op(OpKind::If).arg(cond).region(yes).region(no).build();
    b.inside(yes, then);
}

/// do while (cond) ... end do
fn repeat(b: &mut Builder<'_>, cond: impl FnOnce(&mut Builder<'_>) -> Value, body: impl FnOnce(&mut Builder<'_>)) {
    let (test, inner) = (b.m.new_region(&[]), b.m.new_region(&[]));
    b.op(OpKind::While).region(test).region(inner).build();
    b.inside(test, |b| {
        let c = cond(b);
        b.op(OpKind::Yield).args(&[c]).build();
    });
    b.inside(inner, body);
}

/// A loop over an index from `first` to `last`; gives the body and the index.
pub fn counted(
    b: &mut Builder<'_>,
    first: Value,
    last: Value,
    step: Value,
    label: Option<Attr>,
) -> crate::entity::Region {
    let body = b.m.new_region(&[Type::INDEX]);
    b.op(OpKind::For).arg(first).arg(last).arg(step).attr_opt("label", label).region(body).build();
    body
}
