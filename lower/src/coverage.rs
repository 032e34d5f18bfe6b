//! Counters of what runs (`--coverage`): the flow graph of every procedure, as gcov wants it, and `coverage.count` where
//! arcs of it are followed that the others do not tell of.
//!
//! Blocks are stretches of statements. A block that ends in a choice has one arc that is found out from the others, and
//! so has one whose statement may end the program: what comes back from it is counted. What a construct runs several
//! times or on several threads is a block that comes from, and leads back to, the block of the construct.
//! Statements of target regions and of WORKSHARE are not counted, and have no lines.

use super::owners::FnState;
use super::*;
use ferrotran_abi::coverage::{COUNTERS, DATA, FUNCTION, SUMMARY, TABLE_HEAD, VERSION};
use ferrotran_ir::Op;
use ferrotran_syntax::ast::LabelNo;
use ferrotran_syntax::omp::Leaf;

/// How programs are instrumented.
#[derive(Clone, Debug)]
pub struct Coverage {
    /// The file of counts.
    pub data: String,
    /// Programs count; else there are notes only.
    pub counts: bool,
    /// Threads may count at once.
    pub atomic: bool,
}

/// Not counted, but found out.
const TREE: i64 = 1;
/// Where the program may end.
const FAKE: i64 = 2;
/// To the block that stands behind.
const NEXT: i64 = 4;

const ENTRY: usize = 0;
const EXIT: usize = 1;

#[derive(Clone, Copy)]
struct Arc {
    from: usize,
    to: usize,
    flags: i64,
}

/// The flow graph of a procedure in the making.
struct Graph {
    /// File and line of the statements of each block.
    blocks: Vec<Vec<(u16, u32)>>,
    arcs: Vec<Arc>,
    /// Where control is; none behind a jump.
    current: Option<usize>,
    /// Something jumps out of the current block, the rest goes on.
    left: bool,
    labels: FxHashMap<LabelNo, usize>,
    /// Blocks that leave a construct by EXIT.
    exits: FxHashMap<ConstructId, Vec<usize>>,
    /// The heads of loops, which CYCLE leads to.
    heads: FxHashMap<ConstructId, usize>,
    /// The construct whose parts come next.
    whole: Option<usize>,
    /// The constructs of parts around.
    around: Vec<usize>,
}

/// What is counted in the module.
#[derive(Default)]
pub(crate) struct Counting {
    graph: Option<Graph>,
    /// Statements of recipes around.
    off: u32,
    /// The counters' name.
    sym: String,
    counters: usize,
    /// What the table of the object has of each procedure: number, checksums, counters.
    done: Vec<([u32; 3], usize)>,
    stamp: Hash,
}

/// A choice between blocks.
#[derive(Default)]
pub(crate) struct Fork {
    from: Option<usize>,
    ends: Vec<usize>,
}

/// A loop.
pub(crate) struct Turns {
    id: ConstructId,
    head: Option<usize>,
    test: Option<usize>,
}

/// A place among the ops.
pub(crate) struct Mark(Region, usize);

/// FNV-1a of 32 bits.
#[derive(Clone, Copy)]
struct Hash(u32);

impl Default for Hash {
    fn default() -> Hash {
        Hash(0x811c_9dc5)
    }
}

impl Hash {
    fn add(mut self, bytes: &[u8]) -> Hash {
        for b in bytes {
            self.0 = (self.0 ^ u32::from(*b)).wrapping_mul(0x0100_0193);
        }
        self
    }
    fn number(self, n: usize) -> Hash {
        self.add(&(n as u64).to_le_bytes())
    }
}

impl Graph {
    fn block(&mut self) -> usize {
        self.blocks.push(vec![]);
        self.blocks.len() - 1
    }

    fn arc(&mut self, from: usize, to: usize, flags: i64) -> usize {
        self.arcs.push(Arc { from, to, flags });
        self.arcs.len() - 1
    }

    /// The block where control is.
    fn here(&mut self) -> usize {
        let at = match self.current {
            Some(b) if !self.left => return b,
            Some(b) => {
                let n = self.block();
                self.arc(b, n, TREE | NEXT);
                n
            }
            // Nothing leads here.
            None => self.block(),
        };
        (self.current, self.left) = (Some(at), false);
        at
    }

    /// Ends the block where control is.
    fn close(&mut self) -> Option<usize> {
        self.current?;
        let at = self.here();
        self.current = None;
        Some(at)
    }

    fn line(&mut self, at: (u16, u32)) {
        let here = self.here();
        if at.1 > 0 && self.blocks[here].last() != Some(&at) {
            self.blocks[here].push(at);
        }
    }

    fn label(&mut self, n: LabelNo) -> usize {
        if let Some(&b) = self.labels.get(&n) {
            return b;
        }
        let b = self.block();
        self.labels.insert(n, b);
        b
    }

    /// Control comes from the ends of these blocks.
    fn join(&mut self, mut ends: Vec<usize>) {
        ends.extend(self.close());
        if let [only] = ends[..] {
            self.current = Some(only);
        } else if !ends.is_empty() {
            let next = self.block();
            for e in ends {
                self.arc(e, next, TREE);
            }
            self.current = Some(next);
        }
    }
}

impl Declarations<'_> {
    /// Calls are as many as the program has, though the procedures are pure. Array operations have no others.
    pub fn counts_calls(&self) -> bool {
        self.opts.coverage.as_ref().is_some_and(|c| c.counts) && !self.f.in_body()
    }
}

impl<'p> Lower<'p> {
    /// The graph where statements are counted.
    fn graph(&mut self) -> Option<&mut Graph> {
        if self.counting.off > 0 || self.f.elsewhere.any() || self.f.in_body() {
            return None;
        }
        self.counting.graph.as_mut()
    }

    /// Counts an arc of the graph here.
    fn count(&mut self, arc: usize) {
        let Some(how) = self.opts.coverage.as_ref().filter(|c| c.counts) else { return };
        let (atomic, sym) = (how.atomic, self.counting.sym.clone());
        self.b()
            .op(OpKind::CoverageCount)
            .attr("sym", Attr::Sym(sym))
            .attr("index", Attr::Int(arc as i64))
            .flag("atomic", atomic)
            .build();
    }

    /// A block that is come to from another one, which is counted here.
    fn counted_block(&mut self, from: usize, flags: i64) {
        let Some(g) = self.graph() else { return };
        let b = g.block();
        let arc = g.arc(from, b, flags);
        (g.current, g.left) = (Some(b), false);
        self.count(arc);
    }

    /// Begins a procedure.
    pub fn begin_counting(&mut self, id: ProcId) {
        self.counting.graph = None;
        let p = self.proc(id);
        if self.opts.coverage.is_none() || p.available || p.constructor || p.declare_target {
            return;
        }
        if self.counting.sym.is_empty() {
            self.counting.sym = self.fresh_sym("coverage");
        }
        let (file, line, _) = self.position(p.span);
        self.counting.graph = Some(Graph {
            blocks: vec![vec![], vec![]],
            arcs: vec![],
            current: None,
            left: false,
            labels: FxHashMap::default(),
            exits: FxHashMap::default(),
            heads: FxHashMap::default(),
            whole: None,
            around: vec![],
        });
        self.counted_block(ENTRY, NEXT);
        if let Some(g) = self.graph() {
            g.line((file, line));
        }
    }

    /// A statement begins.
    pub fn count_statement(&mut self, st: &'p Stmt) {
        let at = (self.f.loc.file, self.f.loc.line);
        let Some(g) = self.graph() else { return };
        match &st.kind {
            StmtKind::Label(n) => {
                let before = g.close();
                let l = g.label(*n);
                if let Some(b) = before {
                    g.arc(b, l, TREE | NEXT);
                }
                g.current = Some(l);
            }
            StmtKind::Block { .. } => {}
            StmtKind::Omp(o) => {
                g.line(at);
                // It is no statement that is lowered by itself.
                if o.directive.has(Leaf::Atomic) {
                    for s in &o.body {
                        let (file, line, _) = self.position(s.span);
                        if let Some(g) = self.graph() {
                            g.line((file, line));
                        }
                    }
                }
            }
            _ => g.line(at),
        }
    }

    /// A line of the statement at hand.
    pub fn count_line(&mut self, span: Span) {
        let (file, line, _) = self.position(span);
        if let Some(g) = self.graph() {
            g.line((file, line));
        }
    }

    /// A construct begins, of whose parts it is not known how often they run.
    pub fn begin_parts(&mut self, kind: &StmtKind) -> Option<usize> {
        let parts = matches!(
            kind,
            StmtKind::DoConcurrent { .. }
                | StmtKind::SelectType { .. }
                | StmtKind::SelectRank { .. }
                | StmtKind::Omp(_)
        );
        let g = self.graph().filter(|_| parts)?;
        let (here, whole) = (g.here(), g.block());
        g.arc(here, whole, TREE | NEXT);
        (g.current, g.whole) = (Some(whole), Some(whole));
        g.around.push(whole);
        Some(whole)
    }

    /// Ends it.
    pub fn end_parts(&mut self, whole: Option<usize>) {
        let (Some(whole), Some(g)) = (whole, self.graph()) else { return };
        g.around.pop();
        g.whole = None;
        let next = g.block();
        g.arc(whole, next, TREE | NEXT);
        (g.current, g.left) = (Some(next), false);
    }

    /// Begins a part, if the construct around is one of parts.
    pub fn begin_part(&mut self) -> Option<usize> {
        let whole = self.graph()?.whole.take()?;
        self.counted_block(whole, 0);
        Some(whole)
    }

    /// Ends it.
    pub fn end_part(&mut self, whole: Option<usize>) {
        let (Some(whole), Some(g)) = (whole, self.graph()) else { return };
        if let Some(end) = g.close() {
            g.arc(end, whole, TREE);
        }
        (g.current, g.whole) = (Some(whole), Some(whole));
    }

    /// Where the ops are that come next.
    pub fn mark(&self) -> Mark {
        Mark(self.f.region, self.m.regions[self.f.region].ops.len())
    }

    /// Behind what may end the program: a call of a procedure since then, or (`always`) whatever it is.
    pub fn count_return(&mut self, since: &Mark, always: bool) {
        if self.graph().is_none() {
            return;
        }
        let calls = |o: Op| {
            let mut all = self.m.ops[o].regions.iter().flat_map(|&r| self.m.walk(r)).chain([o]);
            all.any(|o| matches!(self.m.kind(o), OpKind::Call | OpKind::CallPtr) && !self.m.flag(o, "runtime"))
        };
        let Mark(region, from) = *since;
        let new = self.m.regions[region].ops.get(from..).unwrap_or_default();
        if !always && !new.iter().any(|&o| calls(o)) {
            return;
        }
        let Some(g) = self.graph().filter(|g| g.current.is_some()) else { return };
        let here = g.here();
        self.counted_block(here, NEXT);
        if let Some(g) = self.graph() {
            g.arc(here, EXIT, TREE | FAKE);
        }
    }

    /// A jump to a label stands here.
    pub fn count_jump(&mut self, label: LabelNo) {
        let Some(g) = self.graph() else { return };
        let here = g.here();
        self.counted_block(here, 0);
        if let Some(g) = self.graph() {
            let (way, to) = (g.here(), g.label(label));
            g.arc(way, to, TREE);
            (g.current, g.left) = (Some(here), true);
        }
    }

    /// Control does not go on behind a statement.
    pub fn count_leaving(&mut self, st: &StmtKind) {
        let Some(g) = self.graph() else { return };
        match st {
            StmtKind::Goto(_) => (g.current, g.left) = (None, false),
            StmtKind::Return => {
                if let Some(b) = g.close() {
                    g.arc(b, EXIT, TREE);
                }
            }
            StmtKind::Stop { .. } => {
                if let Some(b) = g.close() {
                    g.arc(b, EXIT, TREE | FAKE);
                }
            }
            StmtKind::Exit(id) => {
                let end = g.close();
                if let Some(list) = g.exits.get_mut(id) {
                    list.extend(end);
                }
            }
            StmtKind::Cycle(id) => {
                let end = g.close();
                let to = g.heads.get(id).or(g.around.last()).copied();
                if let Some((b, to)) = end.zip(to) {
                    g.arc(b, to, TREE);
                }
            }
            _ => {}
        }
    }

    /// EXIT may leave what comes next.
    pub fn begin_exits(&mut self, id: ConstructId) {
        if let Some(g) = self.graph() {
            g.exits.insert(id, vec![]);
        }
    }

    /// Control comes from there, too.
    pub fn end_exits(&mut self, id: ConstructId) {
        if let Some(g) = self.graph()
            && let Some(ends) = g.exits.remove(&id)
            && !ends.is_empty()
        {
            g.join(ends);
        }
    }

    /// A choice between blocks begins.
    pub fn fork(&mut self) -> Fork {
        Fork { from: self.graph().and_then(Graph::close), ends: vec![] }
    }

    /// Runs `f`, which makes one of the blocks; `last`: it is what is left when none of the others is chosen.
    pub fn arm<T>(&mut self, fork: &mut Fork, last: bool, f: impl FnOnce(&mut Self) -> T) -> T {
        if let Some(from) = fork.from {
            if !last {
                self.counted_block(from, 0);
            } else if let Some(g) = self.graph() {
                let b = g.block();
                g.arc(from, b, TREE | NEXT);
                (g.current, g.left) = (Some(b), false);
            }
        }
        let out = f(self);
        if fork.from.is_some()
            && let Some(g) = self.graph()
        {
            fork.ends.extend(g.close());
        }
        out
    }

    /// The choice is over.
    pub fn join(&mut self, fork: Fork) {
        if fork.from.is_some()
            && let Some(g) = self.graph()
        {
            g.join(fork.ends);
        }
    }

    /// A loop begins: what is looked at before each turn comes next.
    pub fn begin_turns(&mut self, id: ConstructId) -> Turns {
        let at = (self.f.loc.file, self.f.loc.line);
        let Some(g) = self.graph() else { return Turns { id, head: None, test: None } };
        let (here, head) = (g.here(), g.block());
        g.arc(here, head, TREE | NEXT);
        g.current = Some(head);
        g.line(at);
        g.heads.insert(id, head);
        g.exits.insert(id, vec![]);
        Turns { id, head: Some(head), test: None }
    }

    /// A turn begins here.
    pub fn begin_turn(&mut self, turns: &mut Turns) {
        turns.test = self.graph().and_then(Graph::close);
        if let Some(test) = turns.test {
            self.counted_block(test, 0);
        }
    }

    /// The loop is over; `ends`: not only by EXIT.
    pub fn end_turns(&mut self, turns: &Turns, ends: bool) {
        let (Some(head), Some(test), Some(g)) = (turns.head, turns.test, self.graph()) else { return };
        if let Some(end) = g.close() {
            g.arc(end, head, TREE);
        }
        g.heads.remove(&turns.id);
        let exits = g.exits.remove(&turns.id).unwrap_or_default();
        if exits.is_empty() && !ends {
            return;
        }
        let next = g.block();
        if ends {
            g.arc(test, next, TREE | NEXT);
        }
        for e in exits {
            g.arc(e, next, TREE);
        }
        g.current = Some(next);
    }

    /// Runs `f`, whose statements are not counted where they stand.
    pub fn uncounted<T>(&mut self, f: impl FnOnce(&mut Self) -> T) -> T {
        self.counting.off += 1;
        let out = f(self);
        self.counting.off -= 1;
        out
    }

    /// How gcov calls a procedure.
    fn counted_name(&self, id: ProcId) -> String {
        let p = self.proc(id);
        if let Some(host) = p.host {
            return format!("{}::{}", self.counted_name(host), p.name);
        }
        match p.link_name.strip_prefix("__").and_then(|n| n.split_once("_MOD_")) {
            Some((module, name)) => format!("{module}::{name}"),
            None => p.name.to_string(),
        }
    }

    /// Ends a procedure: its counters get their numbers, in the order in which gcov looks at arcs.
    pub fn end_counting(&mut self, id: ProcId, body: Region) {
        let Some(mut g) = self.counting.graph.take() else { return };
        if let Some(end) = g.close() {
            g.arc(end, EXIT, TREE);
        }
        let mut order: Vec<usize> = (0..g.arcs.len()).collect();
        order.sort_by_key(|&i| g.arcs[i].from);
        let mut numbers = FxHashMap::default();
        for &i in order.iter().filter(|&&i| g.arcs[i].flags & TREE == 0) {
            numbers.insert(i as i64, (self.counting.counters + numbers.len()) as i64);
        }
        for op in self.m.walk(body) {
            if self.m.kind(op) == OpKind::CoverageCount
                && let Some(n) = self.m.attr_int(op, "index").and_then(|i| numbers.get(&i).copied())
            {
                self.m.set_attr(op, "index", Attr::Int(n));
            }
        }
        self.counting.counters += numbers.len();
        let name = self.counted_name(id);
        let span = self.proc(id).span;
        let (file, line, column) = self.position(span);
        let file_name = self.m.files.get(usize::from(file)).cloned().unwrap_or_default();
        let place = Hash::default().add(name.as_bytes()).add(file_name.as_bytes()).number(line as usize);
        let mut graph = Hash::default().number(g.blocks.len());
        let mut arcs = vec![];
        for &i in &order {
            let a = g.arcs[i];
            arcs.extend([a.from as i64, a.to as i64, a.flags]);
            graph = graph.number(a.from).number(a.to).number(a.flags as usize);
        }
        let (mut lines, mut last, mut text) = (vec![], line, place);
        for (b, list) in g.blocks.iter().enumerate() {
            for &(f, l) in list {
                lines.extend([b as i64, i64::from(f), i64::from(l)]);
                text = text.number(b).number(l as usize);
                last = if f == file { last.max(l) } else { last };
            }
        }
        self.counting.stamp = self.counting.stamp.number(text.0 as usize).number(graph.0 as usize);
        let ident = place.number(self.counting.done.len()).0;
        self.counting.done.push(([ident, place.0, graph.0], numbers.len()));
        let top = self.m.top;
        self.within(top, |s| {
            s.b()
                .op(OpKind::CoverageProcedure)
                .attr("name", Attr::str(&name))
                .attr("file", Attr::Int(file.into()))
                .attr("line", Attr::Int(line.into()))
                .attr("column", Attr::Int(column.into()))
                .attr("last", Attr::Int(last.into()))
                .attr("ident", Attr::Int(ident.into()))
                .attr("place_sum", Attr::Int(place.0.into()))
                .attr("graph_sum", Attr::Int(graph.0.into()))
                .attr("blocks", Attr::Int(g.blocks.len() as i64))
                .attr("lines", Attr::ints(&lines))
                .attr("arcs", Attr::ints(&arcs))
                .build();
        });
    }

    /// The counters of the module, and a constructor that tells the runtime of them.
    pub fn register_counters(&mut self) {
        let Some(how) = self.opts.coverage.clone() else { return };
        let (top, stamp) = (self.m.top, self.counting.stamp.0);
        self.within(top, |s| {
            s.b().op(OpKind::CoverageFile).attr("stamp", Attr::Int(stamp.into())).build();
        });
        if !how.counts || self.counting.done.is_empty() {
            return;
        }
        let file = self.file_of_counts(stamp);
        let name = how.data.as_bytes();
        let mut bytes = vec![0; 8];
        bytes.extend((name.len() as u64).to_le_bytes());
        bytes.extend((file.len() as u64).to_le_bytes());
        debug_assert_eq!(bytes.len(), 8 * TABLE_HEAD);
        bytes.extend(name);
        bytes.resize(bytes.len().next_multiple_of(8), 0);
        bytes.extend(file);
        let (sym, table) = (self.counting.sym.clone(), self.fresh_sym("counts"));
        let size = 8 * self.counting.counters as u64;
        self.global(&sym, Type::I64, size, None, true, false);
        let relocs = vec![Attr::List(vec![Attr::Int(0), Attr::Sym(sym.clone())])];
        let (size, own) = (bytes.len() as i64, table.clone());
        self.within(top, |s| {
            s.b()
                .op(OpKind::Global)
                .attr("sym", Attr::Sym(own))
                .attr("type", Attr::Type(Type::I8))
                .attr("size", Attr::Int(size))
                .attr("align", Attr::Int(8))
                .attr("init", Attr::Bytes(bytes))
                .attr("relocs", Attr::List(relocs))
                .flag("internal", true)
                .build();
        });
        let region = self.m.new_region(&[]);
        self.f = FnState::new(region);
        self.within(region, |s| {
            let at = s.b().op(OpKind::AddrOf).attr("sym", Attr::Sym(table)).result(Type::PTR).value();
            s.rt(rt::frt_coverage_register, &[at]);
            s.b().op(OpKind::Return).build();
        });
        self.f.region = top;
        self.b()
            .op(OpKind::Func)
            .attr("sym", Attr::Sym(format!("{sym}_register")))
            .attr("source_name", Attr::str("coverage"))
            .flag("internal", true)
            .flag("constructor", true)
            .region(region)
            .build();
    }

    /// The file of counts before anything has run.
    fn file_of_counts(&self, stamp: u32) -> Vec<u8> {
        let mut words = vec![DATA, VERSION, stamp, 0, SUMMARY, 8, 0, 0];
        for (numbers, counters) in &self.counting.done {
            words.extend([FUNCTION, 12]);
            words.extend(numbers);
            words.extend([COUNTERS, 8 * *counters as u32]);
            words.resize(words.len() + 2 * counters, 0);
        }
        words.push(0);
        words.into_iter().flat_map(u32::to_le_bytes).collect()
    }
}
