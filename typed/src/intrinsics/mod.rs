//! The intrinsic procedures: ONE table with name, class, arguments and result rule of each, and the table of specific names.
//!
//! `Intrinsic::Sum.row()` gives the row; [`lookup`] finds a generic name, [`specific`] a specific one (`dsqrt`).

mod since;
mod specific;
mod table;

pub use specific::{Specific, SpecificTy, specific, vax_specific};
pub use table::{Family, Intrinsic, family};

use ferrotran_abi::reduction::ReduceOp;
use rustc_hash::FxHashMap;
use std::sync::LazyLock;

/// What kind of procedure an intrinsic is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Class {
    /// Elemental function.
    Elemental,
    /// Transformational function (pure).
    Transformational,
    /// Inquiry function (pure; arguments need not be defined).
    Inquiry,
    /// Function with side effects or whose value changes (extensions).
    ImpureFunction,
    /// Pure subroutine.
    PureSubroutine,
    /// Elemental (pure) subroutine.
    ElementalSubroutine,
    /// Other subroutine.
    Subroutine,
}

/// Type of the result. Where the procedure has a `kind` argument and it is present, it gives the kind.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ResultType {
    /// No result (subroutine).
    None,
    /// Type of that argument.
    Arg(u8),
    /// Type of that argument, the real type of its parts where it is complex.
    PartOf(u8),
    /// Default integer.
    Int,
    /// Default unsigned.
    Unsigned,
    /// integer(8)
    Int8,
    /// integer(4)
    Int4,
    /// integer(2)
    Int2,
    /// Default real.
    Real,
    /// Double precision.
    Double,
    /// Default logical.
    Logical,
    /// Character of length 1.
    Char1,
    /// Character of a length that only the value gives.
    Char,
    /// Computed by the rule of that one intrinsic.
    Special,
}

/// Rank of the result.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Rank {
    /// Of the array arguments.
    Elem,
    /// Scalar.
    Scalar,
    /// Rank of the first argument.
    Same,
    /// Rank of the first argument less one where `dim` is present (or where the array has rank 1), else scalar.
    Reduce,
    /// Rank of the first argument less one where `dim` is present, else 1.
    Locate,
    /// 1
    Vector,
    /// Scalar where `dim` is present, else 1.
    Bound,
    /// Computed by the rule of that one intrinsic.
    Special,
}

/// Which module brings an intrinsic procedure; most are everywhere.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Origin {
    /// Fortran 2018.
    Standard,
    /// Extension of gfortran.
    Extension,
    /// `iso_c_binding`
    CBinding,
    /// `iso_fortran_env`
    FortranEnv,
    /// `ieee_arithmetic`
    IeeeArithmetic,
    /// `ieee_exceptions` (also seen through `ieee_arithmetic`).
    IeeeExceptions,
    /// No program can name it.
    Internal,
}

/// A dummy argument of an intrinsic.
#[derive(Clone, Debug)]
pub struct Dummy {
    /// Keyword.
    pub name: &'static str,
    /// May be left out.
    pub optional: bool,
    /// Type classes: `i` integer, `u` unsigned, `r` real, `z` complex, `l` logical, `c` character, `b` BOZ constant allowed, which
    /// becomes an integer as the others are, `B` one that has the bits of the result, `d` derived (and class), `*` any data, `=` type
    /// of the first argument (both are converted to the larger kind, unless the first may be any data), `k` kind: constant integer,
    /// `p` procedure, `t` anything at all.
    pub classes: &'static str,
    /// Required rank.
    pub rank: DummyRank,
    /// Must have the type and kind of the first argument (`!` behind the letters).
    pub same_kind: bool,
    /// Is defined by the (subroutine) call.
    pub out: bool,
}

/// Rank that a dummy of an intrinsic demands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DummyRank {
    /// Any.
    Any,
    /// Exactly this rank (0: scalar).
    Exactly(u8),
    /// An array.
    Array,
}

/// A row of the table.
#[derive(Debug)]
pub struct Row {
    /// The procedure.
    pub id: Intrinsic,
    /// Generic name.
    pub name: &'static str,
    /// Class.
    pub class: Class,
    /// Where it comes from.
    pub origin: Origin,
    /// Arguments. A last argument named `...` stands for any number more like the one before it.
    pub args: Vec<Dummy>,
    /// Result type rule.
    pub result: ResultType,
    /// Result rank rule.
    pub rank: Rank,
    /// May be evaluated at compile time with constant arguments (by `fold` of its family in sema).
    pub folds: bool,
}

impl Row {
    /// Has no side effects.
    pub fn pure_(&self) -> bool {
        !matches!(self.class, Class::ImpureFunction | Class::Subroutine)
    }
    /// Is a subroutine.
    pub fn subroutine(&self) -> bool {
        matches!(self.class, Class::PureSubroutine | Class::ElementalSubroutine | Class::Subroutine)
    }
    /// Is an elemental function or subroutine.
    pub fn elemental(&self) -> bool {
        matches!(self.class, Class::Elemental | Class::ElementalSubroutine)
    }
    /// Position of the argument with that keyword.
    pub fn arg(&self, keyword: &str) -> Option<usize> {
        self.args.iter().position(|a| a.name == keyword)
    }
    /// Takes any number of arguments (`max`).
    pub fn variadic(&self) -> bool {
        self.args.last().is_some_and(|a| a.name == "...")
    }
}

static ROWS: LazyLock<Vec<Row>> = LazyLock::new(|| table::RAW.iter().map(parse_row).collect());
static BY_NAME: LazyLock<FxHashMap<&'static str, Intrinsic>> =
    LazyLock::new(|| ROWS.iter().map(|r| (r.name, r.id)).collect());

/// The intrinsic with that generic name (lower case), wherever it comes from.
pub fn lookup(name: &str) -> Option<Intrinsic> {
    BY_NAME.get(name).copied()
}

/// All rows.
pub fn rows() -> &'static [Row] {
    &ROWS
}

impl Intrinsic {
    /// Its row in the table.
    pub fn row(self) -> &'static Row {
        &ROWS[self as usize]
    }
    /// Its generic name.
    pub fn name(self) -> &'static str {
        self.row().name
    }
    /// The operation that combines the elements of an array, where that is what it does.
    pub fn reduction(self) -> Option<ReduceOp> {
        use family::Reductions;
        let Family::Reductions(procedure) = self.family() else { return None };
        Some(match procedure {
            Reductions::Sum => ReduceOp::Sum,
            Reductions::Product => ReduceOp::Product,
            Reductions::Maxval => ReduceOp::Max,
            Reductions::Minval => ReduceOp::Min,
            Reductions::All => ReduceOp::All,
            Reductions::Any => ReduceOp::Any,
            Reductions::Parity => ReduceOp::Parity,
            Reductions::Iall => ReduceOp::Iall,
            Reductions::Iany => ReduceOp::Iany,
            Reductions::Iparity => ReduceOp::Iparity,
            Reductions::Count
            | Reductions::Norm2
            | Reductions::Reduce
            | Reductions::Findloc
            | Reductions::Maxloc
            | Reductions::Minloc => return None,
        })
    }
    /// Reduces an array, or one dimension of it, by an operation of the language: `sum` and the like, with NORM2.
    pub fn is_reduction(self) -> bool {
        self.row().rank == Rank::Reduce && self != Intrinsic::Reduce
    }
}

fn parse_row(raw: &table::RawRow) -> Row {
    let args = raw.args.split_whitespace().map(parse_dummy).collect();
    Row {
        id: raw.id,
        name: raw.name,
        class: raw.class,
        origin: raw.origin,
        args,
        result: raw.result,
        rank: raw.rank,
        folds: raw.folds,
    }
}

fn parse_dummy(text: &'static str) -> Dummy {
    let (name, rest) = text.split_once(':').unwrap_or((text, "*"));
    let (name, optional) = match name.strip_suffix('?') {
        Some(n) => (n, true),
        None => (name, false),
    };
    let (rest, out) = match rest.strip_prefix('>') {
        Some(r) => (r, true),
        None => (rest, false),
    };
    let (classes, rank) = match rest.split_once('/') {
        Some((c, "a")) => (c, DummyRank::Array),
        Some((c, n)) => (c, DummyRank::Exactly(n.as_bytes()[0] - b'0')),
        None => (rest, DummyRank::Any),
    };
    let (classes, same_kind) = match classes.strip_suffix('!') {
        Some(c) => (c, true),
        None => (classes, false),
    };
    Dummy { name, optional: optional || name == "...", classes, rank, same_kind, out }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_stand_in_the_order_of_the_enum_and_names_are_unique() {
        let mut seen = std::collections::HashSet::new();
        for (i, r) in rows().iter().enumerate() {
            assert_eq!(r.id as usize, i, "{}", r.name);
            assert!(seen.insert(r.name), "{} twice", r.name);
            for a in &r.args {
                assert!(
                    a.name == "..." || a.classes.chars().all(|c| "irzlcbBd*=kptu".contains(c)),
                    "{}: {}",
                    r.name,
                    a.classes
                );
            }
        }
        assert_eq!(lookup("matmul"), Some(Intrinsic::Matmul));
        assert_eq!(Intrinsic::Sum.row().arg("mask"), Some(2));
        assert!(Intrinsic::Max.row().variadic());
        assert_eq!(specific("dsqrt").map(|s| s.generic), Some(Intrinsic::Sqrt));
    }
}
