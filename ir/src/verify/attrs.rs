//! Values of attributes.

use crate::choices::{DataSharing, DebugAttr};
use crate::module::Attr;
use crate::ops::AttrType;

/// Checks that a value is of a type.
pub fn check(ty: AttrType, value: &Attr) -> Result<(), String> {
    let need = |ok: bool, what: &str| if ok { Ok(()) } else { Err(format!("must be {what}")) };
    let count = |a: &Attr| matches!(a, Attr::Int(0..));
    let line = |a: &Attr| matches!(a, Attr::Int(i) if i32::try_from(*i).is_ok_and(|i| i >= 0));
    let text = |a: &Attr| matches!(a, Attr::Str(_)) && a.as_str().is_some();
    let list = |each: &dyn Fn(&Attr) -> bool| matches!(value, Attr::List(v) if v.iter().all(each));
    match ty {
        AttrType::Flag => need(matches!(value, Attr::Unit), "a flag without a value"),
        AttrType::Int => need(matches!(value, Attr::Int(_)), "an integer"),
        AttrType::Count => need(count(value), "an integer that is not negative"),
        AttrType::Line => need(line(value), "a line of a file"),
        AttrType::Lines => need(list(&line), "a list of lines"),
        AttrType::Align => need(matches!(value, Attr::Int(1..=4096)) && power_of_two(value), "a power of two"),
        AttrType::Str => need(text(value), "a text"),
        AttrType::Text => need(matches!(value, Attr::Str(_)), "a text"),
        AttrType::Sym => {
            need(matches!(value, Attr::Sym(s) if !s.is_empty() && !s.contains('\0')), "a symbol such as @name")
        }
        AttrType::Type => need(matches!(value, Attr::Type(_)), "a type"),
        AttrType::Data => need(matches!(value, Attr::Bytes(_)), "bytes such as hex\"00\""),
        AttrType::Constant => {
            need(matches!(value, Attr::Int(_) | Attr::Float(_) | Attr::List(_) | Attr::Bytes(_)), "a number")
        }
        AttrType::Types => need(list(&|a| matches!(a, Attr::Type(_))), "a list of types"),
        AttrType::Ints => need(list(&count), "a list of integers that are not negative"),
        AttrType::Names => need(list(&|a| text(a) && a.as_str() != Some("")), "a list of names"),
        AttrType::Pairs => {
            need(list(&|a| matches!(a.items(), [x, y] if text(x) && text(y))), "a list of pairs of texts")
        }
        AttrType::Choice(words) => {
            let known = text(value) && value.as_str().is_some_and(|s| words.contains(&s));
            need(known, &format!("one of {}", quoted(words)))
        }
        AttrType::Choices(words) => {
            let known = |a: &Attr| text(a) && a.as_str().is_some_and(|s| words.contains(&s));
            need(list(&known), &format!("a list of words among {}", quoted(words)))
        }
        AttrType::Copies => {
            let copy = |a: &Attr| match a.items() {
                [how, Attr::Sym(_), name] => {
                    text(name) && text(how) && how.as_str().is_some_and(|w| DataSharing::NAMES.contains(&w))
                }
                _ => false,
            };
            let how = quoted(DataSharing::NAMES);
            need(list(&copy), &format!("a list of [sharing, recipe, name] with a sharing among {how}"))
        }
        AttrType::Fields => {
            let extents = |a: &Attr| matches!(a, Attr::List(v) if v.iter().all(count));
            let field = |a: &Attr| match a.items() {
                [name, offset, Attr::Type(_), e] => text(name) && count(offset) && extents(e),
                _ => false,
            };
            need(list(&field), "a list of [name, offset, type, extents]")
        }
        AttrType::Shape => need(shape(value), "a list of [lower, upper] or [lower]"),
        AttrType::Components => {
            let component = |a: &Attr| match a.items() {
                [name, offset, Attr::Type(_), words, bounds, rank] => {
                    let known = |w: &Attr| w.as_str().is_some_and(|w| DebugAttr::NAMES.contains(&w));
                    let words = matches!(words, Attr::List(v) if v.iter().all(known));
                    text(name) && count(offset) && words && shape(bounds) && count(rank)
                }
                _ => false,
            };
            need(list(&component), "a list of [name, offset, type, attributes, bounds, rank]")
        }
        AttrType::Relocs => {
            let reloc = |a: &Attr| match a.items() {
                [offset, Attr::Sym(_)] | [offset, Attr::Sym(_), Attr::Int(_)] => count(offset),
                _ => false,
            };
            need(list(&reloc), "a list of [offset, symbol] or [offset, symbol, addend]")
        }
        AttrType::Places => {
            let base = |a: &Attr| count(a) || matches!(a, Attr::Sym(_));
            let place = |a: &Attr| base(a) || matches!(a.items(), [inner] if base(inner));
            need(list(&place), "a list of operand numbers and symbols, each alone or in a list")
        }
        AttrType::Cases => {
            let pair = |a: &Attr| matches!(a.items(), [Attr::Int(_), Attr::Int(_)]);
            let case = |a: &Attr| matches!(a, Attr::List(v) if v.iter().all(pair));
            need(list(&case), "a list that has a list of [low, high] for every region")
        }
    }
}

fn shape(value: &Attr) -> bool {
    let dim = |a: &Attr| matches!(a.items(), [Attr::Int(_)] | [Attr::Int(_), Attr::Int(_)]);
    matches!(value, Attr::List(v) if v.iter().all(dim))
}

fn power_of_two(value: &Attr) -> bool {
    value.as_int().is_some_and(|i| i > 0 && i & (i - 1) == 0)
}

fn quoted(words: &[&str]) -> String {
    words.iter().map(|w| format!("`{w}`")).collect::<Vec<_>>().join(" ")
}
