//! Products against the definition: borders of panels, chunks and slices, every layout, one thread and several.

use super::*;

/// Elements with small whole numbers as values, so that every order of summation gives the same.
trait Small: Lanes + PartialEq + std::fmt::Debug + std::ops::Add<Output = Self> + std::ops::Mul<Output = Self> {
    fn of(x: i8) -> Self;
}
impl Small for f32 {
    fn of(x: i8) -> f32 {
        x.into()
    }
}
impl Small for f64 {
    fn of(x: i8) -> f64 {
        x.into()
    }
}

/// A matrix in `store`: by columns, by rows, or by columns with gaps and upside down.
fn layout<T: Small>(
    store: &mut Vec<T>,
    rows: usize,
    cols: usize,
    kind: usize,
    mut next: impl FnMut() -> i8,
) -> Matrix<T> {
    store.clear();
    store.extend((0..rows * cols * 2).map(|_| T::of(next())));
    let p = store.as_mut_ptr();
    match kind {
        0 => Matrix { p, rows, cols, rs: 1, cs: rows as isize },
        1 => Matrix { p, rows, cols, rs: cols as isize, cs: 1 },
        _ => Matrix { p: p.wrapping_add(2 * (rows - 1)), rows, cols, rs: -2, cs: 2 * rows as isize },
    }
}

fn threads(n: usize, f: &(dyn Fn() + Sync)) {
    std::thread::scope(|s| {
        for _ in 0..n {
            s.spawn(f);
        }
    });
}

fn check<T: Small>(m: usize, n: usize, k: usize, kind: usize, count: usize) {
    let mut x = (m * 31 + n * 7 + k) as u64;
    let mut next = || {
        x = x.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        ((x >> 33) % 7) as i8 - 3
    };
    let (mut ad, mut bd, mut cd) = (Vec::new(), Vec::new(), Vec::new());
    let a = layout::<T>(&mut ad, m, k, kind % 3, &mut next);
    let b = layout::<T>(&mut bd, k, n, kind / 3 % 3, &mut next);
    let c = layout::<T>(&mut cd, m, n, kind / 9 % 3, &mut next);
    let before = cd.clone();
    // SAFETY: valid matrices, and the processor was asked.
    unsafe { multiply(&c, &a, &b, count, threads) };
    let mut touched = vec![false; cd.len()];
    // All elements of small results, some of large ones.
    let (si, sj) = (m / 40 + 1, n / 40 + 1);
    for j in 0..n {
        for i in 0..m {
            // SAFETY: subscripts within the matrices.
            unsafe {
                touched[c.at(i, j).offset_from(cd.as_ptr()) as usize] = true;
                if i % si == 0 && j % sj == 0 {
                    let sum = (0..k).fold(T::ZERO, |s, l| s + *a.at(i, l) * *b.at(l, j));
                    assert_eq!(*c.at(i, j), sum, "{m} {n} {k} kind {kind} at {i} {j}");
                }
            }
        }
    }
    for (i, t) in touched.into_iter().enumerate() {
        assert!(t || cd[i] == before[i], "{m} {n} {k} kind {kind}: outside of the result");
    }
}

fn all<T: Small>() {
    if vectors() == Vectors::Sse2 {
        return;
    }
    let sizes = [(1, 400, 70), (7, 97, 300), (15, 6, 5), (16, 12, 4), (17, 13, 257), (259, 401, 3), (100, 50, 800)];
    for (m, n, k) in sizes {
        for kind in 0..27 {
            check::<T>(m, n, k, kind, 1 + kind % 3);
        }
        check::<T>(n, m, k, 0, 2);
    }
    for n in 1..14 {
        check::<T>(19 - n, n, n, n, 1);
        check::<T>(18 + n, n, n, n, 1);
    }
    // More rows than a slice has.
    check::<T>(ROWS + 100, 10, 800, 0, 2);
    check::<T>(10, ROWS + 100, 20, 9, 2);
}

#[test]
fn real32() {
    all::<f32>();
}

#[test]
fn real64() {
    all::<f64>();
}
