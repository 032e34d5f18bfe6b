//! Tasks that are ready to run, the higher priorities in front.

use super::seeded;
use std::collections::VecDeque;

/// A queue for each priority, one behind the other.
pub struct Ready<T> {
    list: VecDeque<(i32, T)>,
}

impl<T> Default for Ready<T> {
    fn default() -> Ready<T> {
        Ready { list: VecDeque::new() }
    }
}

impl<T> Ready<T> {
    /// How many there are.
    pub fn len(&self) -> usize {
        self.list.len()
    }

    /// One more.
    pub fn push(&mut self, t: T, priority: i32) {
        match self.list.back() {
            Some(last) if last.0 < priority => {
                let at = self.list.partition_point(|l| l.0 >= priority);
                self.list.insert(at, (priority, t));
            }
            _ => self.list.push_back((priority, t)),
        }
    }

    /// Takes any of those that `wanted` names, where orders are odd.
    fn at_random(&mut self, wanted: impl Fn(&T) -> bool) -> Option<Option<T>> {
        let n = self.list.iter().filter(|t| wanted(&t.1)).count();
        let nth = seeded::pick(n)?;
        let at = (0..self.list.len()).filter(|&at| wanted(&self.list[at].1)).nth(nth);
        Some(at.and_then(|at| self.list.remove(at)).map(|t| t.1))
    }

    /// Takes the oldest of the highest priority.
    pub fn oldest(&mut self) -> Option<T> {
        if seeded::on()
            && let Some(t) = self.at_random(|_| true)
        {
            return t;
        }
        self.list.pop_front().map(|t| t.1)
    }

    /// The same among those that `wanted` names.
    pub fn oldest_of(&mut self, wanted: impl Fn(&T) -> bool) -> Option<T> {
        if seeded::on()
            && let Some(t) = self.at_random(&wanted)
        {
            return t;
        }
        let at = self.list.iter().position(|t| wanted(&t.1))?;
        self.list.remove(at).map(|t| t.1)
    }

    /// Takes the newest of the highest priority among those that `wanted` names.
    pub fn newest_of(&mut self, wanted: impl Fn(&T) -> bool) -> Option<T> {
        if seeded::on()
            && let Some(t) = self.at_random(&wanted)
        {
            return t;
        }
        let mut end = self.list.len();
        if self.list.front()?.0 != self.list.back()?.0 {
            let first = self.list.iter().find(|t| wanted(&t.1))?.0;
            end = self.list.partition_point(|t| t.0 >= first);
        }
        let at = self.list.range(..end).rposition(|t| wanted(&t.1))?;
        self.list.remove(at).map(|t| t.1)
    }
}

#[cfg(test)]
mod tests {
    use super::Ready;

    #[test]
    fn higher_priorities_come_first() {
        let mut r = Ready::default();
        for (t, p) in [(1, 0), (2, 5), (3, 0), (4, 9), (5, 5), (6, 0)] {
            r.push(t, p);
        }
        assert_eq!(r.newest_of(|t| *t != 4), Some(5));
        assert_eq!(r.oldest_of(|t| t % 2 == 1), Some(1));
        let rest: Vec<i32> = std::iter::from_fn(|| r.oldest()).collect();
        assert_eq!(rest, [4, 2, 3, 6]);
    }
}
