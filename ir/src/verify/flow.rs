//! Labels and jumps: which block of a region with labels a value is defined in, and which blocks that dominates.
//!
//! The ops of a region with labels are cut into blocks: one begins at every label, and behind every op out of which a
//! jump leads to a label of the region.

use super::{LABEL, LABEL_TWICE};
use crate::analysis::labels::never_ends;
use crate::entity::{Op, Region, Value};
use crate::module::Module;
use crate::ops::OpKind;
use rustc_hash::FxHashMap;

/// What jumps in a procedure mean for its values.
#[derive(Default)]
pub struct Flow<'m> {
    labels: FxHashMap<&'m str, Op>,
    blocks: FxHashMap<Region, Blocks>,
    defined: FxHashMap<Value, u32>,
}

#[derive(Default)]
struct Blocks {
    /// Position of the first op of every block.
    starts: Vec<usize>,
    /// Numbers of a block in the walk down and up the tree of dominators; (0, 0) where it is not reachable.
    spans: Vec<(u32, u32)>,
}

type Report<'r> = &'r mut dyn FnMut(Op, &'static str, String);

impl<'m> Flow<'m> {
    /// Looks at the jumps of a procedure.
    pub fn enter(&mut self, m: &'m Module, func: Op, report: Report<'_>) {
        *self = Flow::default();
        let all: Vec<Op> = m.ops[func].regions.iter().flat_map(|&r| m.walk(r)).collect();
        let mut regions: Vec<Region> = Vec::new();
        for &op in &all {
            if m.kind(op) == OpKind::Label
                && let Some(name) = m.attr_str(op, "label")
            {
                if self.labels.insert(name, op).is_some() {
                    report(op, LABEL_TWICE, format!("label {name} stands twice in the procedure"));
                }
                if let Some(r) = m.ops[op].parent
                    && regions.last() != Some(&r)
                {
                    regions.push(r);
                }
            }
        }
        let mut jumps: FxHashMap<Region, Vec<(Op, Op)>> = FxHashMap::default();
        for &op in &all {
            if m.kind(op) != OpKind::Goto {
                continue;
            }
            let Some(name) = m.attr_str(op, "label") else { continue };
            match self.labels.get(name).and_then(|&l| Some((l, m.ops[l].parent?))) {
                None => report(op, LABEL, format!("there is no label {name} in the procedure")),
                Some((label, r)) => match at_level(m, op, r) {
                    Some(from) => jumps.entry(r).or_default().push((from, label)),
                    None => report(op, LABEL, format!("label {name} stands in a region that is not around the jump")),
                },
            }
        }
        for r in regions {
            self.blocks.entry(r).or_insert_with(|| Blocks::new(m, r, &jumps.remove(&r).unwrap_or_default()));
        }
    }

    /// True where a region has labels.
    pub fn has(&self, r: Region) -> bool {
        self.blocks.contains_key(&r)
    }

    /// The block in which the op at a position of a region stands.
    pub fn block_at(&self, r: Region, at: usize) -> u32 {
        self.blocks.get(&r).map_or(0, |b| b.starts.partition_point(|&s| s <= at).saturating_sub(1) as u32)
    }

    /// Notes where values are defined.
    pub fn define(&mut self, values: &[Value], block: u32) {
        self.defined.extend(values.iter().map(|&v| (v, block)));
    }

    /// True where every way to a block leads through the definition of a value that stands before it in the text.
    pub fn dominates(&self, r: Region, v: Value, here: u32) -> bool {
        // Arguments have no block.
        let Some(&block) = self.defined.get(&v) else { return true };
        let Some(b) = self.blocks.get(&r) else { return true };
        let (def, at) = (b.spans[block as usize], b.spans[here as usize]);
        at == (0, 0) || (def.0 <= at.0 && at.1 <= def.1 && def != (0, 0))
    }

    /// The label that a jump goes to.
    pub fn label(&self, m: &Module, jump: Op) -> Option<Op> {
        m.attr_str(jump, "label").and_then(|l| self.labels.get(l).copied())
    }

    /// True where the label of a jump stands inside of an op.
    pub fn stays_inside(&self, m: &Module, jump: Op, around: Op) -> bool {
        let home = self.label(m, jump).and_then(|l| m.ops[l].parent);
        home.is_some_and(|h| m.ops[around].regions.iter().any(|&r| m.is_inside(h, r)))
    }
}

/// The op of a region in which an op stands.
fn at_level(m: &Module, mut op: Op, r: Region) -> Option<Op> {
    loop {
        let home = m.ops[op].parent?;
        if home == r {
            return Some(op);
        }
        op = m.regions[home].parent?;
    }
}

impl Blocks {
    /// Those of a region into which these jumps (the op of the region that holds the jump, the label) lead.
    fn new(m: &Module, r: Region, jumps: &[(Op, Op)]) -> Blocks {
        let ops = &m.regions[r].ops;
        let mut places: FxHashMap<Op, usize> = jumps.iter().flat_map(|&(f, l)| [(f, 0), (l, 0)]).collect();
        let mut starts = vec![0];
        for (i, &op) in ops.iter().enumerate() {
            let jumps_out = match places.get_mut(&op) {
                Some(p) => {
                    *p = i;
                    m.kind(op) != OpKind::Label
                }
                None => false,
            };
            if m.kind(op) == OpKind::Label && i > 0 {
                starts.push(i);
            }
            if jumps_out {
                starts.push(i + 1);
            }
        }
        starts.dedup();
        let block = |at: usize| starts.partition_point(|&s| s <= at).saturating_sub(1);
        let mut next: Vec<Vec<usize>> = vec![Vec::new(); starts.len()];
        for b in 0..starts.len().saturating_sub(1) {
            let last = ops[starts[b + 1] - 1];
            if !never_ends(m, last) {
                next[b].push(b + 1);
            }
        }
        for (from, label) in jumps {
            next[block(places[from])].push(block(places[label]));
        }
        let spans = spans(&next);
        Blocks { starts, spans }
    }
}

/// For every node of a graph that begins at node 0 its numbers in the walk over the tree of dominators.
fn spans(next: &[Vec<usize>]) -> Vec<(u32, u32)> {
    let walk = Walk::new(next);
    let parents = walk.dominators(next);
    let mut children: Vec<Vec<usize>> = vec![Vec::new(); parents.len()];
    for (i, &parent) in parents.iter().enumerate().skip(1) {
        children[parent].push(i);
    }
    let mut out = vec![(0, 0); next.len()];
    let mut clock = 1;
    let mut stack = vec![(0, 0)];
    out[walk.nodes[0]].0 = clock;
    while let Some((node, i)) = stack.last_mut() {
        clock += 1;
        match children[*node].get(*i) {
            Some(&c) => {
                *i += 1;
                out[walk.nodes[c]].0 = clock;
                stack.push((c, 0));
            }
            None => {
                out[walk.nodes[*node]].1 = clock;
                stack.pop();
            }
        }
    }
    out
}

/// No node.
const NONE: usize = usize::MAX;

/// A walk in depth over the nodes that can be reached; they are known by their numbers in it.
struct Walk {
    /// The node of every number.
    nodes: Vec<usize>,
    /// The number of every node.
    numbers: Vec<usize>,
    /// From which number the walk came.
    parents: Vec<usize>,
}

impl Walk {
    fn new(next: &[Vec<usize>]) -> Walk {
        let mut w = Walk { nodes: vec![0], numbers: vec![NONE; next.len()], parents: vec![0] };
        w.numbers[0] = 0;
        let mut stack = vec![(0, 0)];
        while let Some((node, i)) = stack.last_mut() {
            match next[*node].get(*i) {
                Some(&to) => {
                    *i += 1;
                    if w.numbers[to] == NONE {
                        w.numbers[to] = w.nodes.len();
                        w.parents.push(w.numbers[*node]);
                        w.nodes.push(to);
                        stack.push((to, 0));
                    }
                }
                None => {
                    stack.pop();
                }
            }
        }
        w
    }

    /// The immediate dominator of every number (Lengauer and Tarjan, with path compression).
    fn dominators(&self, next: &[Vec<usize>]) -> Vec<usize> {
        let n = self.nodes.len();
        let mut before: Vec<Vec<usize>> = vec![Vec::new(); n];
        for (i, &node) in self.nodes.iter().enumerate() {
            for &to in &next[node] {
                before[self.numbers[to]].push(i);
            }
        }
        let mut forest = Forest { ancestor: vec![NONE; n], label: (0..n).collect(), semi: (0..n).collect() };
        let mut buckets: Vec<Vec<usize>> = vec![Vec::new(); n];
        let mut out = vec![0; n];
        for i in (1..n).rev() {
            for &p in &before[i] {
                let u = forest.least(p);
                forest.semi[i] = forest.semi[i].min(forest.semi[u]);
            }
            buckets[forest.semi[i]].push(i);
            let parent = self.parents[i];
            forest.ancestor[i] = parent;
            for v in std::mem::take(&mut buckets[parent]) {
                let u = forest.least(v);
                out[v] = if forest.semi[u] < forest.semi[v] { u } else { parent };
            }
        }
        for i in 1..n {
            if out[i] != forest.semi[i] {
                out[i] = out[out[i]];
            }
        }
        out
    }
}

/// Parts of the tree of the walk that were looked at, with the least semidominator on the way up.
struct Forest {
    ancestor: Vec<usize>,
    label: Vec<usize>,
    semi: Vec<usize>,
}

impl Forest {
    /// The node with the least semidominator from `v` up to below the root of its tree.
    fn least(&mut self, v: usize) -> usize {
        if self.ancestor[v] == NONE {
            return v;
        }
        let (mut path, mut at) = (Vec::new(), v);
        while self.ancestor[self.ancestor[at]] != NONE {
            path.push(at);
            at = self.ancestor[at];
        }
        for &x in path.iter().rev() {
            let above = self.ancestor[x];
            if self.semi[self.label[above]] < self.semi[self.label[x]] {
                self.label[x] = self.label[above];
            }
            self.ancestor[x] = self.ancestor[above];
        }
        self.label[v]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// True where every way from node 0 to `to` leads through `by`, or none does.
    fn dominates(next: &[Vec<usize>], by: usize, to: usize) -> bool {
        let mut seen = vec![false; next.len()];
        let mut work = if by == 0 { vec![] } else { vec![0] };
        while let Some(n) = work.pop() {
            if !std::mem::replace(&mut seen[n], true) {
                work.extend(next[n].iter().copied().filter(|&t| t != by));
            }
        }
        !seen[to]
    }

    #[test]
    fn dominators_are_those_of_their_definition() {
        let mut state = 7u64;
        let mut below = |n: usize| {
            state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            (state >> 33) as usize % n
        };
        for _ in 0..200 {
            let n = 1 + below(9);
            let mut next = vec![Vec::new(); n];
            for _ in 0..below(2 * n + 1) {
                next[below(n)].push(below(n));
            }
            let s = spans(&next);
            let reached = |i: usize| s[i] != (0, 0);
            for (by, to) in (0..n).flat_map(|a| (0..n).map(move |b| (a, b))).filter(|&(a, b)| reached(a) && reached(b))
            {
                let said = s[by].0 <= s[to].0 && s[to].1 <= s[by].1;
                assert_eq!(said, dominates(&next, by, to), "{by} {to} {next:?}");
            }
        }
    }
}
