//! Device form under the interpreter: a device whose memory is apart from the host's, so that a
//! missing transfer or a host access to device memory shows; and one OpenMP thread.

use super::{Flow, Interp, Res, Val, ViewVal};
use crate::entity::Op;
use crate::ops::OpKind;
use crate::types::TypeKind;
use ferrotran_abi::rt;
use std::rc::Rc;

/// A mapped range of host memory.
#[derive(Debug)]
struct Entry {
    base: u64,
    len: u64,
    shadow: u64,
    count: u32,
}

/// The device data environment, and OpenMP state.
#[derive(Debug, Default)]
pub(super) struct Device {
    entries: Vec<Entry>,
    /// Blocks of device memory: start and length.
    blocks: Vec<(u64, u64)>,
    in_kernel: bool,
    /// What the host has borrowed for the statements that it runs now: where, and its own bytes.
    lent: Option<Vec<(u64, Vec<u8>)>>,
    /// Addresses of functions.
    functions: Vec<String>,
    /// The running worksharing loop: next iteration and total.
    sharing: Vec<(i64, i64)>,
}

/// What memory holds that nobody wrote.
const GARBAGE: u8 = 0xa5;
/// Addresses of functions begin here.
const FUNCTIONS: u64 = 1 << 60;

impl Device {
    /// The host must not touch this address.
    pub(super) fn forbidden(&self, at: u64) -> bool {
        !self.in_kernel && self.blocks.iter().any(|&(b, n)| (b..b + n).contains(&at))
    }
}

impl Interp<'_> {
    fn device_block(&mut self, bytes: u64) -> u64 {
        let at = self.mem.alloc(bytes);
        self.mem.bytes_mut(at, bytes).expect("just allocated").fill(GARBAGE);
        self.device.blocks.push((at, bytes));
        at
    }

    fn release(&mut self, at: u64) {
        self.mem.free(at);
        self.device.blocks.retain(|b| b.0 != at);
    }

    /// Bytes that a variable occupies: start and length.
    fn range(&self, op: Op, i: usize) -> Res<(u64, u64)> {
        match self.arg(op, i)? {
            Val::View(v) => {
                let (mut lo, mut hi) = (0i64, v.elem_len);
                for (&e, &s) in v.extents.iter().zip(&v.strides) {
                    if e <= 0 {
                        return Ok((v.base, 0));
                    }
                    let d = (e - 1) * s;
                    lo += d.min(0);
                    hi += d.max(0);
                }
                Ok(((v.base as i64 + lo) as u64, (hi - lo) as u64))
            }
            Val::Ptr(p, len) => {
                let TypeKind::Ref(e) = self.m.types.kind(self.m.ty(self.m.operand(op, i))) else {
                    return self.fail(op, "maps an address of unknown size");
                };
                match self.m.types.kind(*e) {
                    TypeKind::Char(None, _) => Ok((p, len as u64)),
                    TypeKind::Box { .. } => self.fail(op, "descriptors are not supported by the interpreter's device"),
                    _ => Ok((p, self.size(op, *e)? as u64)),
                }
            }
            _ => self.fail(op, "expected a variable"),
        }
    }

    /// Device address of a host address or a device key.
    fn translate(&self, op: Op, at: u64) -> Res<u64> {
        if self.device.blocks.iter().any(|&(b, n)| (b..b + n.max(1)).contains(&at)) {
            return Ok(at);
        }
        match self.device.entries.iter().find(|e| (e.base..e.base + e.len).contains(&at)) {
            Some(e) => Ok(e.shadow + (at - e.base)),
            None => self.fail(op, format!("the address {at:#x} is not on the device")),
        }
    }

    fn device_view(&self, op: Op, i: usize) -> Res<Rc<ViewVal>> {
        let Val::View(v) = self.arg(op, i)? else { return self.fail(op, "expected a view") };
        if self.range(op, i)?.1 == 0 {
            return Ok(v);
        }
        let mut d = (*v).clone();
        d.base = self.translate(op, v.base)?;
        Ok(Rc::new(d))
    }

    fn copy_bytes(&mut self, op: Op, to: u64, from: u64, n: u64) -> Res<()> {
        let Some(b) = self.mem.bytes(from, n).map(<[u8]>::to_vec) else {
            return self.fail(op, "copies from outside of any object");
        };
        match self.mem.bytes_mut(to, n) {
            Some(d) => {
                d.copy_from_slice(&b);
                Ok(())
            }
            None => self.fail(op, "copies to outside of any object"),
        }
    }

    /// Ops of the device plan.
    pub(super) fn device_op(&mut self, op: Op) -> Res<Flow> {
        let m = self.m;
        let (to, from, always) = {
            let k = m.attr_int(op, "kind").unwrap_or(0);
            (k & 1 != 0, k & 2 != 0, k & 4 != 0)
        };
        match m.kind(op) {
            OpKind::DevEnter => return self.done(op, Val::Int(1)),
            // The device runs all regions here.
            OpKind::DevLeave | OpKind::DevExpect => {}
            OpKind::DevLend => {
                let (base, len) = self.range(op, 0)?;
                let entry = self.device.entries.iter().find(|e| e.base <= base && base + len <= e.base + e.len);
                let Some((base, len, shadow)) = entry.map(|e| (e.base, e.len, e.shadow)) else {
                    return Ok(Flow::Next);
                };
                let known = self.device.lent.as_ref().is_none_or(|l| l.iter().any(|x| x.0 == base));
                if !known {
                    let own = self.mem.bytes_mut(base, len).map(|b| b.to_vec()).unwrap_or_default();
                    self.copy_bytes(op, base, shadow, len)?;
                    self.device.lent.iter_mut().for_each(|l| l.push((base, own.clone())));
                }
            }
            OpKind::DevMap => {
                let (base, len) = self.range(op, 0)?;
                if len == 0 {
                    return Ok(Flow::Next);
                }
                let found = self.device.entries.iter().position(|e| base < e.base + e.len && e.base < base + len);
                match found {
                    Some(i) => {
                        let e = &mut self.device.entries[i];
                        if base < e.base || base + len > e.base + e.len {
                            return self.fail(op, "maps a part of what is mapped and more");
                        }
                        e.count += 1;
                        let shadow = e.shadow + (base - e.base);
                        if always && to {
                            self.copy_bytes(op, shadow, base, len)?;
                        }
                    }
                    None => {
                        let shadow = self.device_block(len);
                        if to {
                            self.copy_bytes(op, shadow, base, len)?;
                        }
                        self.device.entries.push(Entry { base, len, shadow, count: 1 });
                    }
                }
            }
            OpKind::DevUnmap => {
                let (base, len) = self.range(op, 0)?;
                if len == 0 {
                    return Ok(Flow::Next);
                }
                let Some(i) = self.device.entries.iter().position(|e| (e.base..e.base + e.len).contains(&base)) else {
                    return self.fail(op, "unmaps what is not mapped");
                };
                let e = &mut self.device.entries[i];
                e.count -= 1;
                let (last, shadow, b) = (e.count == 0, e.shadow, e.base);
                if from && (last || always) {
                    self.copy_bytes(op, base, shadow + (base - b), len)?;
                }
                if last {
                    self.device.entries.remove(i);
                    self.release(shadow);
                }
            }
            OpKind::DevAlloc => {
                let n = self.int(op, 0)?;
                let at = self.device_block(n.max(0) as u64);
                self.mem.heap.insert(at);
                return self.done(op, Val::Ptr(at, 0));
            }
            OpKind::DevFree => {
                let Val::Ptr(at, _) = self.arg(op, 0)? else { return self.fail(op, "expected an address") };
                self.release(at);
            }
            OpKind::DevRead => {
                let Val::Ptr(at, len) = self.arg(op, 0)? else { return self.fail(op, "expected an address") };
                let at = self.translate(op, at)?;
                let ty = m.ty(m.result(op));
                self.device.in_kernel = true;
                let v = self.load(op, at, ty, len);
                self.device.in_kernel = false;
                let v = v?;
                return self.done(op, v);
            }
            OpKind::DevCopy => {
                let n = self.range(op, 0)?.1;
                if n != 0 {
                    let (d, s) = (self.device_view(op, 0)?, self.device_view(op, 1)?);
                    self.copy_bytes(op, d.base, s.base, n)?;
                }
            }
            OpKind::DevLaunch => {
                let sym = m.attr_str(op, "kernel").unwrap_or("");
                let kernel = m
                    .walk(m.top)
                    .into_iter()
                    .find(|&k| m.kind(k) == OpKind::Kernel && m.attr_str(k, "sym") == Some(sym));
                let Some(kernel) = kernel else { return self.fail(op, format!("no kernel {sym}")) };
                let mut args = Vec::new();
                for i in 0..m.operands(op).len() {
                    args.push(match self.arg(op, i)? {
                        Val::View(_) => Val::View(self.device_view(op, i)?),
                        Val::Ptr(..) => return self.fail(op, "passes an address to a kernel"),
                        v => v,
                    });
                }
                self.device.in_kernel = true;
                let r = self.call_op(kernel, args);
                self.device.in_kernel = false;
                r?;
            }
            _ => return self.fail(op, "is not supported by the interpreter"),
        }
        Ok(Flow::Next)
    }

    /// Address of a function of the module.
    pub(super) fn function_address(&mut self, op: Op) -> Res<Flow> {
        let name = self.m.attr_str(op, "callee").unwrap_or("").to_string();
        let i = match self.device.functions.iter().position(|f| *f == name) {
            Some(i) => i,
            None => {
                self.device.functions.push(name);
                self.device.functions.len() - 1
            }
        };
        self.done(op, Val::Ptr(FUNCTIONS + i as u64 * 16, 0))
    }

    /// Functions of the runtime that concern threads and devices; `None` for others.
    pub(super) fn runtime_call(&mut self, op: Op, name: &str, args: &[Val]) -> Res<Option<Vec<Val>>> {
        let int = |i: usize| match args.get(i) {
            Some(Val::Int(x)) => *x,
            _ => 0,
        };
        let function = |s: &Self| match args.first() {
            Some(Val::Ptr(p, _)) if *p >= FUNCTIONS => s.device.functions.get((*p - FUNCTIONS) as usize / 16).cloned(),
            _ => None,
        };
        let Some(f) = ferrotran_abi::lookup(name) else { return Ok(None) };
        match f {
            rt::frt_dev_require
            | rt::frt_dev_steady
            | rt::frt_dev_buffers
            | rt::frt_dev_unsupported
            | rt::frt_dev_maps_kept
            | rt::frt_dev_host_reads
            | rt::frt_dev_host_reads_array
            | rt::frt_dev_ancestor_begin
            | rt::frt_dev_ancestor_end
            | rt::frt_omp_barrier
            | rt::frt_omp_critical_begin
            | rt::frt_omp_critical_end
            | rt::frt_omp_atomic_begin
            | rt::frt_omp_atomic_end
            | rt::frt_omp_reduce_begin
            | rt::frt_omp_reduce_end
            | rt::frt_omp_single_end => {}
            rt::frt_dev_aside => self.device.lent = Some(Vec::new()),
            rt::frt_dev_return => {
                for (base, own) in self.device.lent.take().unwrap_or_default() {
                    let shadow = self.device.entries.iter().find(|e| e.base == base).map(|e| e.shadow);
                    if let Some(shadow) = shadow {
                        self.copy_bytes(op, shadow, base, own.len() as u64)?;
                    }
                    if let Some(b) = self.mem.bytes_mut(base, own.len() as u64) {
                        b.copy_from_slice(&own);
                    }
                }
            }
            rt::frt_omp_single_begin | rt::frt_omp_masked => return Ok(Some(vec![Val::Int(1)])),
            rt::frt_par_for => {
                let Some(f) = function(self) else { return self.fail(op, "calls no function") };
                let total = int(2);
                // In three parts, the last one first.
                let cut = |k: i64| total * k / 3;
                for k in (0..3).rev() {
                    if cut(k) < cut(k + 1) {
                        self.call(&f, vec![args[1].clone(), Val::Int(cut(k)), Val::Int(cut(k + 1))])?;
                    }
                }
            }
            rt::frt_omp_parallel => {
                let Some(f) = function(self) else { return self.fail(op, "calls no function") };
                self.call(&f, vec![args[1].clone()])?;
            }
            rt::frt_omp_for_init => self.device.sharing.push((0, int(1))),
            rt::frt_omp_for_end => {
                self.device.sharing.pop();
            }
            rt::frt_omp_for_next => {
                let Some((next, total)) = self.device.sharing.last_mut() else {
                    return self.fail(op, "outside of a worksharing loop");
                };
                if *next >= *total {
                    return Ok(Some(vec![Val::Int(0)]));
                }
                let (begin, end) = (*next, (*next + 2).min(*total));
                *next = end;
                for (i, x) in [(0, begin), (1, end)] {
                    if let Some(Val::Ptr(p, _)) = args.get(i)
                        && let Some(b) = self.mem.bytes_mut(*p, 8)
                    {
                        b.copy_from_slice(&x.to_le_bytes());
                    }
                }
                return Ok(Some(vec![Val::Int(1)]));
            }
            rt::frt_omp_for_static => {
                let total = int(0).max(0);
                for (i, x) in [(2, 0), (3, total), (4, total)] {
                    if let Some(Val::Ptr(p, _)) = args.get(i)
                        && let Some(b) = self.mem.bytes_mut(*p, 8)
                    {
                        b.copy_from_slice(&x.to_le_bytes());
                    }
                }
                return Ok(Some(vec![Val::Int(i64::from(total > 0))]));
            }
            _ => return Ok(None),
        }
        Ok(Some(Vec::new()))
    }
}
