//! Characters of both kinds in memory: comparison with blank padding, and searching. Those of kind 1 are looked at a word or a
//! vector at a time.

use std::cmp::Ordering;

/// A character of some kind in memory.
pub trait Character: Copy + Ord {
    /// The blank.
    const BLANK: Self;

    /// Where `sub`, which is not empty, stands in `s` first, or last.
    fn find(s: &[Self], sub: &[Self], last: bool) -> Option<usize> {
        let mut windows = s.windows(sub.len());
        if last { windows.rposition(|w| w == sub) } else { windows.position(|w| w == sub) }
    }

    /// Where the first, or last, character stands that is in the set, or that is not.
    fn find_of(s: &[Self], set: &[Self], last: bool, in_set: bool) -> Option<usize> {
        position(s, last, |c| set.contains(c) == in_set)
    }

    /// The length without blanks at the end.
    fn trimmed(s: &[Self]) -> usize {
        s.iter().rposition(|c| *c != Self::BLANK).map_or(0, |i| i + 1)
    }

    /// How `s` compares to as many blanks.
    fn to_blanks(s: &[Self]) -> Ordering {
        s.iter().map(|c| c.cmp(&Self::BLANK)).find(|o| o.is_ne()).unwrap_or(Ordering::Equal)
    }
}

fn position<T>(s: &[T], last: bool, f: impl Fn(&T) -> bool) -> Option<usize> {
    if last { s.iter().rposition(f) } else { s.iter().position(f) }
}

/// Texts up to this length are searched for the first character of what is looked for: to prepare a search by two-way
/// matching takes longer.
const SHORT: usize = 256;

impl Character for u8 {
    const BLANK: u8 = b' ';

    fn find(s: &[u8], sub: &[u8], last: bool) -> Option<usize> {
        use memchr::{memchr_iter, memmem, memrchr_iter};
        let (&first, Some(ends)) = (sub.first()?, (s.len() + 1).checked_sub(sub.len())) else { return None };
        match (last, s.len() <= SHORT || sub.len() == 1) {
            (false, true) => memchr_iter(first, &s[..ends]).find(|&i| &s[i..i + sub.len()] == sub),
            (true, true) => memrchr_iter(first, &s[..ends]).find(|&i| &s[i..i + sub.len()] == sub),
            (false, false) => memmem::find(s, sub),
            (true, false) => memmem::rfind(s, sub),
        }
    }

    fn find_of(s: &[u8], set: &[u8], last: bool, in_set: bool) -> Option<usize> {
        match (set, in_set) {
            ([a], true) if last => memchr::memrchr(*a, s),
            ([a], true) => memchr::memchr(*a, s),
            ([a], false) => position(s, last, |c| c != a),
            _ => {
                let mut bits = [0u64; 4];
                for c in set {
                    bits[usize::from(c >> 6)] |= 1 << (c & 63);
                }
                position(s, last, |c| (bits[usize::from(c >> 6)] >> (c & 63) & 1 == 1) == in_set)
            }
        }
    }

    fn trimmed(s: &[u8]) -> usize {
        let mut rest = s;
        while let Some((before, word)) = rest.split_last_chunk() {
            let others = u64::from_le_bytes(*word) ^ BLANKS;
            if others != 0 {
                return rest.len() - others.leading_zeros() as usize / 8;
            }
            rest = before;
        }
        rest.iter().rposition(|c| *c != b' ').map_or(0, |i| i + 1)
    }

    fn to_blanks(s: &[u8]) -> Ordering {
        let (words, rest) = s.as_chunks();
        for w in words {
            let others = u64::from_le_bytes(*w) ^ BLANKS;
            if others != 0 {
                return w[others.trailing_zeros() as usize / 8].cmp(&b' ');
            }
        }
        rest.iter().map(|c| c.cmp(&b' ')).find(|o| o.is_ne()).unwrap_or(Ordering::Equal)
    }
}

/// Eight blanks.
const BLANKS: u64 = u64::from_ne_bytes([b' '; 8]);

/// A character of kind 4: its ISO 10646 code in the byte order of the host, at any address.
#[derive(Clone, Copy, PartialEq, Eq)]
#[repr(transparent)]
pub struct Wide([u8; 4]);

impl Wide {
    /// The character of that code.
    pub const fn new(code: u32) -> Wide {
        Wide(code.to_ne_bytes())
    }
    /// Its code.
    pub const fn code(self) -> u32 {
        u32::from_ne_bytes(self.0)
    }
    /// The character of kind 1, `?` where there is none.
    pub fn narrow(self) -> u8 {
        u8::try_from(self.code()).unwrap_or(b'?')
    }
}

impl Ord for Wide {
    fn cmp(&self, other: &Wide) -> Ordering {
        self.code().cmp(&other.code())
    }
}

impl PartialOrd for Wide {
    fn partial_cmp(&self, other: &Wide) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Character for Wide {
    const BLANK: Wide = Wide::new(0x20);
}

/// Fills with blanks. Nothing is not left to `memset`, whose masked store of no byte at all takes hundreds of cycles where the
/// page behind it cannot be written to.
pub fn pad<T: Character>(to: &mut [T]) {
    if !to.is_empty() {
        to.fill(T::BLANK);
    }
}

/// Comparison with blank padding (F2018 10.1.5.5.1).
pub fn compare<T: Character>(a: &[T], b: &[T]) -> Ordering {
    let n = a.len().min(b.len());
    a[..n].cmp(&b[..n]).then_with(|| if a.len() > n { T::to_blanks(&a[n..]) } else { T::to_blanks(&b[n..]).reverse() })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every text and pattern of a few letters, at lengths around those of words and of `SHORT`, against the plain searches.
    #[test]
    fn searches_agree_with_the_plain_ones() {
        let wide = |s: &[u8]| s.iter().map(|c| Wide::new(u32::from(*c))).collect::<Vec<_>>();
        let mut state = 1u64;
        let mut next = move |n: usize| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) as usize % n
        };
        for round in 0..4000 {
            let long = if round % 4 == 0 { SHORT + 60 } else { 40 };
            let mut text = |n: usize, letters: &[u8]| (0..n).map(|_| letters[next(letters.len())]).collect::<Vec<u8>>();
            let (s, sub) = (text(round % long, b"ab  "), text(1 + round % 7, b"ab "));
            let set = text(round % 4, b"ab\xff ");
            let (ws, wsub, wset) = (wide(&s), wide(&sub), wide(&set));
            for last in [false, true] {
                assert_eq!(u8::find(&s, &sub, last), Wide::find(&ws, &wsub, last), "{s:?} {sub:?} {last}");
                for inside in [false, true] {
                    assert_eq!(u8::find_of(&s, &set, last, inside), Wide::find_of(&ws, &wset, last, inside));
                }
            }
            assert_eq!(u8::trimmed(&s), Wide::trimmed(&ws));
            assert_eq!(u8::to_blanks(&s), Wide::to_blanks(&ws));
            assert_eq!(compare(&s, &sub), compare(&ws, &wsub));
        }
    }
}
