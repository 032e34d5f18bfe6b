//! SPLIT and TOKENIZE (Fortran 2023), and the length of strings of C.

use crate::desc::Desc;
use crate::values::{bytes, bytes_mut};

/// The characters of a string, by the bytes of each.
fn characters(s: &[u8], kind: usize) -> Vec<&[u8]> {
    s.chunks_exact(kind.max(1)).collect()
}

/// First and last positions (from 1) of the tokens of a string; the last one of an empty token is less by one.
fn tokens<'a>(s: &'a [&'a [u8]], set: &'a [&'a [u8]]) -> impl Iterator<Item = (usize, usize)> + 'a {
    let ends = s.iter().enumerate().filter(|(_, c)| set.contains(c)).map(|(i, _)| i).chain([s.len()]);
    ends.scan(0, |start, end| {
        let token = (*start + 1, end);
        *start = end + 1;
        Some(token)
    })
}

/// SPLIT.
pub unsafe extern "C" fn frt_split(
    s: *const u8,
    s_len: i64,
    set: *const u8,
    set_len: i64,
    kind: i32,
    pos: i64,
    back: i32,
) -> i64 {
    // SAFETY: compiled code hands over strings.
    let (s, set) = unsafe { (bytes(s, s_len), bytes(set, set_len)) };
    let (s, set) = (characters(s, kind as usize), characters(set, kind as usize));
    let here = |i: i64| set.contains(&s[i as usize - 1]);
    let len = s.len() as i64;
    if back == 0 {
        (pos.max(0) + 1..=len).find(|&i| here(i)).unwrap_or(len + 1)
    } else {
        (1..pos.min(len + 1)).rev().find(|&i| here(i)).unwrap_or(0)
    }
}

/// TOKENIZE: how many tokens there are, and the bytes of the longest.
pub unsafe extern "C" fn frt_tokens(
    s: *const u8,
    s_len: i64,
    set: *const u8,
    set_len: i64,
    kind: i32,
    longest: *mut i64,
) -> i64 {
    // SAFETY: compiled code hands over strings.
    let (s, set) = unsafe { (bytes(s, s_len), bytes(set, set_len)) };
    let (s, set) = (characters(s, kind as usize), characters(set, kind as usize));
    let (mut count, mut most) = (0, 0);
    for (first, last) in tokens(&s, &set) {
        count += 1;
        most = most.max(last + 1 - first);
    }
    // SAFETY: a cell of compiled code.
    unsafe { longest.write(most as i64 * i64::from(kind)) };
    count
}

/// TOKENIZE: fills an array of the size and element length that [`frt_tokens`] asks for.
pub unsafe extern "C" fn frt_token_fill(
    s: *const u8,
    s_len: i64,
    set: *const u8,
    set_len: i64,
    kind: i32,
    to: *mut u8,
    what: i32,
) {
    // SAFETY: compiled code hands over strings and an allocated array of rank 1 that is no part of them.
    let (s, set, to) = unsafe { (bytes(s, s_len), bytes(set, set_len), Desc::new(to)) };
    let kind = kind as usize;
    let (s, set) = (characters(s, kind), characters(set, kind));
    let (base, size) = (to.base(), to.elem_len());
    for (i, (first, last)) in tokens(&s, &set).enumerate() {
        if what == 1 && last == s.len() {
            break;
        }
        // SAFETY: there is an element for each token, and for each separator.
        let at = unsafe { bytes_mut(base.add(i * size as usize), size) };
        let number = if what == 2 { first } else { last } as i128;
        match what {
            0 => {
                let token = s[first - 1..last].concat();
                let (text, rest) = at.split_at_mut(token.len());
                text.copy_from_slice(&token);
                rest.fill(0);
                rest.chunks_exact_mut(kind).for_each(|c| c[0] = b' ');
            }
            1 => at.copy_from_slice(s[last]),
            _ => at.copy_from_slice(&number.to_le_bytes()[..at.len()]),
        }
    }
}

/// Characters before the null that ends a string of C.
pub unsafe extern "C" fn frt_c_length(s: *const u8, limit: i64) -> i64 {
    // SAFETY: so many bytes belong to the string, or a null comes before; none behind it is read.
    (0..limit).take_while(|&i| unsafe { *s.add(i as usize) } != 0).count() as i64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_between_separators() {
        let list = |s: &[u8], set: &[u8]| tokens(&characters(s, 1), &characters(set, 1)).collect::<Vec<_>>();
        assert_eq!(list(b"a,bb,,c", b",;"), [(1, 1), (3, 4), (6, 5), (7, 7)]);
        assert_eq!(list(b"", b","), [(1, 0)]);
        assert_eq!(list(b"x,", b","), [(1, 1), (3, 2)]);
        let wide = characters(b"a\0\0\0,\0\0\0b\0\0\0", 4);
        assert_eq!(tokens(&wide, &characters(b",\0\0\0", 4)).collect::<Vec<_>>(), [(1, 1), (3, 3)]);
    }

    #[test]
    fn positions_of_separators() {
        let (s, set) = (b"one,last", b",");
        let split = |pos, back| unsafe { frt_split(s.as_ptr(), 8, set.as_ptr(), 1, 1, pos, back) };
        assert_eq!([split(0, 0), split(4, 0), split(9, 1), split(4, 1)], [4, 9, 4, 0]);
    }
}
