//! What threads leave to the host: an array of bytes on the device, in which a thread reserves room for a letter and writes
//! which statement the host shall run with which values. The letters of a thread are there in its order.
//!
//! The first word says how many bytes are used, the second whether a letter found no room. A letter has a head, the number of
//! the statement and its own bytes, then the values ([`parcels`]).

use super::blocks::choice;
use super::parcels::{self, Bytes};
use super::{error, spread};
use crate::choices::Pred;
use crate::entity::{Op, Region, Value};
use crate::module::{Attr, Builder, Loc, Module};
use crate::ops::OpKind;
use crate::types::Type;
use ferrotran_abi::rt;

/// Bytes in front of the letters, and of the head of each, and of the place of a value.
pub const STEP: i64 = 16;

/// The letters of a kernel.
pub struct Letters {
    /// The memory.
    heap: Value,
    bytes: Value,
    view: Value,
    loc: Loc,
}

impl Letters {
    /// Memory for the letters of a kernel, in front of it.
    /// `write`: threads do output; else they only end the program. `large`: they send arrays.
    pub fn new(m: &mut Module, plan: Region, kernel: Op, write: bool, large: bool) -> Letters {
        debug_assert!(m.ops[kernel].parent.is_some_and(|r| m.is_inside(r, plan)), "the kernel is one of the plan");
        let total = spread::threads(m, kernel);
        let ty = m.types.view(vec![None], Type::I8, true);
        let mut b = Builder::before(m, kernel);
        let call = b.runtime(rt::frt_dev_heap, &[], Some(Type::I64));
        let heap = b.m.result(call);
        let heap = b.cast(heap, Type::INDEX);
        let four = b.index(4);
        let mut bytes = b.binary(OpKind::Div, heap, four);
        if let Some(total) = total.filter(|_| !large) {
            // A KiB for each iteration is a lot; but one may do all the output.
            let (each, least) = (b.index(1 << 10), b.index(if write { 1 << 22 } else { 1 << 16 }));
            let most = b.index(1 << 20);
            let total = b.binary(OpKind::Min, total, most);
            let n = b.binary(OpKind::Mul, total, each);
            let n = b.binary(OpKind::Max, n, least);
            bytes = b.binary(OpKind::Min, bytes, n);
        }
        let step = b.index(STEP);
        let bytes = b.binary(OpKind::Max, bytes, step);
        let reason = Attr::str("what threads leave to the host");
        let heap = b.op(OpKind::Alloc).arg(bytes).attr("reason", reason).result(Type::PTR).value();
        let view = b.op(OpKind::ViewMake).arg(heap).args(&[bytes]).args(&[]).opt(None).result(ty).value();
        let loc = b.loc;
        let letters = Letters { heap, bytes, view, loc };
        for (at, n) in [(0, STEP), (4, 0)] {
            let at = b.index(at);
            let r = letters.at(&mut b, at, Type::I32);
            let n = b.int(n, Type::I32);
            b.store(n, r);
        }
        letters
    }

    /// Frees the memory at the end of the list in which the kernel stands.
    pub fn free(&self, m: &mut Module, list: Region) {
        let last = m.regions[list].ops.last().copied().filter(|&o| m.has(o, crate::ops::Traits::TERMINATOR));
        let mut b = match last {
            Some(o) => Builder::before(m, o),
            None => Builder::at_end(m, list),
        };
        b.loc = self.loc;
        b.op(OpKind::Free).arg(self.heap).build();
    }

    /// The value of a type at a byte.
    fn at(&self, b: &mut Builder<'_>, byte: Value, ty: Type) -> Value {
        Bytes(self.view).at(b, byte, ty)
    }

    /// A thread writes a letter.
    pub fn write(&self, b: &mut Builder<'_>, code: i64, values: &[Value]) {
        let mut length = b.index(parcels::front(b.m, values));
        let mut contents = Vec::new();
        for &v in values {
            let measures = parcels::measures(b, v);
            let bytes = parcels::bytes(b, v, &measures);
            if let Some(n) = bytes {
                length = b.binary(OpKind::Add, length, n);
            }
            contents.push((v, measures, bytes));
        }
        let zero = b.index(0);
        let used = self.at(b, zero, Type::I32);
        // A counter that says that there is no room goes no further.
        let so_far = b.op(OpKind::OmpAtomicRead).arg(used).result(Type::I32).value();
        let so_far = b.cast(so_far, Type::INDEX);
        let full = b.cmp(Pred::Ge, so_far, self.bytes);
        let (then, other) = (b.m.new_region(&[]), b.m.new_region(&[]));
        b.op(OpKind::If).arg(full).region(then).region(other).build();
        b.inside(then, |b| self.lose(b));
        b.inside(other, |b| {
            let first = add(b, used, length);
            let first = b.cast(first, Type::INDEX);
            let end = b.binary(OpKind::Add, first, length);
            let fits = b.cmp(Pred::Le, end, self.bytes);
            let (then, other) = (b.m.new_region(&[]), b.m.new_region(&[]));
            b.op(OpKind::If).arg(fits).region(then).region(other).build();
            b.inside(then, |b| self.fill(b, first, (code, length), &contents));
            b.inside(other, |b| {
                self.lose(b);
                // Nothing is read there.
                let step = b.index(STEP);
                let behind = b.binary(OpKind::Add, first, step);
                let room = b.cmp(Pred::Le, behind, self.bytes);
                choice(b, room, |b| self.fill(b, first, (0, zero), &[]));
            });
        });
    }

    /// There is no room for a letter.
    fn lose(&self, b: &mut Builder<'_>) {
        let four = b.index(4);
        let lost = self.at(b, four, Type::I32);
        let one = b.int(1, Type::I32);
        b.op(OpKind::OmpAtomicWrite).arg(lost).arg(one).build();
    }

    /// Writes a letter at a byte.
    fn fill(&self, b: &mut Builder<'_>, first: Value, (code, size): (i64, Value), contents: &[Content]) {
        let code = b.int(code, Type::I32);
        let size = b.cast(size, Type::I32);
        for (at, n) in [(0, code), (4, size)] {
            let offset = b.index(at);
            let place = b.binary(OpKind::Add, first, offset);
            let r = self.at(b, place, Type::I32);
            b.store(n, r);
        }
        let values: Vec<Value> = contents.iter().map(|c| c.0).collect();
        let front = b.index(parcels::front(b.m, &values));
        let mut rest = b.binary(OpKind::Add, first, front);
        let mut offset = STEP;
        for (v, measures, bytes) in contents {
            let place = b.index(offset);
            let place = b.binary(OpKind::Add, first, place);
            parcels::pack(Bytes(self.view), b, *v, measures, place, rest);
            offset += STEP * parcels::places(b.m, *v);
            if let Some(n) = *bytes {
                rest = b.binary(OpKind::Add, rest, n);
            }
        }
    }

    /// The host runs what the letters say, one after the other.
    pub fn read<T>(
        &self,
        b: &mut Builder<'_>,
        region: Option<i64>,
        codes: impl Iterator<Item = (usize, (Loc, T))>,
        run: impl Fn(&mut Builder<'_>, Loc, T, Value),
    ) {
        let zero = b.index(0);
        let used = self.at(b, zero, Type::I32);
        let used = b.load(used);
        let used = b.cast(used, Type::INDEX);
        let of_index = b.m.types.reference(Type::INDEX);
        let place = b.op(OpKind::Alloca).result(of_index).value();
        let step = b.index(STEP);
        b.store(step, place);
        let (test, body) = (b.m.new_region(&[]), b.m.new_region(&[]));
        b.op(OpKind::While).region(test).region(body).build();
        b.inside(test, |b| {
            let at = b.load(place);
            let behind = b.binary(OpKind::Add, at, step);
            let end = b.binary(OpKind::Min, used, self.bytes);
            let more = b.cmp(Pred::Le, behind, end);
            b.op(OpKind::Yield).args(&[more]).build();
        });
        b.inside(body, |b| {
            let at = b.load(place);
            let code = self.at(b, at, Type::I32);
            let code = b.load(code);
            let four = b.index(4);
            let size = b.binary(OpKind::Add, at, four);
            let size = self.at(b, size, Type::I32);
            let size = b.load(size);
            let size = b.cast(size, Type::INDEX);
            let next = b.binary(OpKind::Add, at, size);
            // Where a letter found no room it has no bytes.
            let step = b.index(STEP);
            let least = b.binary(OpKind::Add, at, step);
            let next = b.binary(OpKind::Max, next, least);
            b.store(next, place);
            for (k, (loc, what)) in codes {
                let this = b.int(k as i64 + 1, Type::I32);
                let this = b.cmp(Pred::Eq, code, this);
                choice(b, this, |b| run(b, loc, what, at));
            }
        });
        let four = b.index(4);
        let lost = self.at(b, four, Type::I32);
        let lost = b.load(lost);
        let zero = b.int(0, Type::I32);
        let any = b.cmp(Pred::Ne, lost, zero);
        choice(b, any, |b| {
            let loc = b.loc;
            let file = b.m.files.get(loc.file as usize).cloned().unwrap_or_default();
            let line = region.map_or(loc.line, |n| n as u32);
            let text = "threads of the target region have more output than there is room for (FERROTRAN_DEVICE_HEAP: four times the \
                        bytes for it)";
            error(b, &file, line, text);
        });
    }

    /// Gives the body of a statement the values of a letter.
    pub fn values(&self, b: &mut Builder<'_>, body: Region, values: &[Value], at: Value) {
        let front = b.index(parcels::front(b.m, values));
        let mut rest = b.binary(OpKind::Add, at, front);
        let mut offset = STEP;
        for &v in values {
            let place = b.index(offset);
            let place = b.binary(OpKind::Add, at, place);
            offset += STEP * parcels::places(b.m, v);
            let (x, next) = parcels::unpack(Bytes(self.view), b, v, place, rest);
            rest = next;
            b.m.replace_uses(body, v, x);
        }
    }
}

/// A value, its extents or length, and its bytes behind the places.
type Content = (Value, Vec<Value>, Option<Value>);

/// The type of a value in memory.
pub fn held(ty: Type) -> Type {
    match ty {
        Type::BOOL => Type::L32,
        Type::INDEX => Type::I32,
        t => t,
    }
}

/// Adds to a counter that threads share; what it was.
fn add(b: &mut Builder<'_>, counter: Value, n: Value) -> Value {
    let n = b.cast(n, Type::I32);
    let update = b.m.new_region(&[Type::I32]);
    let old = b.m.args(update)[0];
    let was = b.op(OpKind::OmpAtomicUpdate).arg(counter).region(update).result(Type::I32).value();
    b.inside(update, |b| {
        let new = b.binary(OpKind::Add, old, n);
        b.op(OpKind::Yield).args(&[new, old]).build();
    });
    was
}
