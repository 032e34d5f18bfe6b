//! Every message of the compiler: an error, warning or note with a code, labels, notes and help; collected in a
//! [`Diagnostics`] sink and rendered for people ([`Diagnostics::render`]) or as JSON ([`Diagnostics::to_json`]).

mod codes;

pub use codes::{CODES, ErrorCode};

use crate::Span;

/// How serious a message is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, PartialOrd, Ord)]
pub enum Level {
    /// The program is rejected.
    Error,
    /// Legal, but probably not meant.
    Warning,
    /// Information.
    Note,
}

/// A place with a text.
#[derive(Clone, Debug, PartialEq)]
pub struct Label {
    /// Where.
    pub span: Span,
    /// What is to be said about it; may be empty.
    pub text: String,
}

/// One message.
#[derive(Clone, Debug, PartialEq)]
pub struct Diagnostic {
    /// How serious.
    pub level: Level,
    /// Its code, for `explain` and for tests.
    pub code: Option<ErrorCode>,
    /// The message, one line, lower case at the start, no full stop.
    pub message: String,
    /// The place it is about. Its text is printed under the place.
    pub primary: Label,
    /// Other places.
    pub secondary: Vec<Label>,
    /// Further facts.
    pub notes: Vec<String>,
    /// What to do.
    pub help: Vec<String>,
    /// A warning that stays one whatever `-Werror` says (`-Wno-error=NAME`).
    pub stays_warning: bool,
}

impl Diagnostic {
    /// An error.
    pub fn error(code: ErrorCode, span: Span, message: impl Into<String>) -> Diagnostic {
        Diagnostic::new(Level::Error, Some(code), span, message.into())
    }
    /// A warning.
    pub fn warning(code: ErrorCode, span: Span, message: impl Into<String>) -> Diagnostic {
        Diagnostic::new(Level::Warning, Some(code), span, message.into())
    }
    /// A note.
    pub fn note(span: Span, message: impl Into<String>) -> Diagnostic {
        Diagnostic::new(Level::Note, None, span, message.into())
    }
    fn new(level: Level, code: Option<ErrorCode>, span: Span, message: String) -> Diagnostic {
        let primary = Label { span, text: String::new() };
        Diagnostic {
            level,
            code,
            message,
            primary,
            secondary: vec![],
            notes: vec![],
            help: vec![],
            stays_warning: false,
        }
    }
    /// Sets the text of the primary label.
    pub fn label(mut self, text: impl Into<String>) -> Diagnostic {
        self.primary.text = text.into();
        self
    }
    /// Adds another place.
    pub fn also(mut self, span: Span, text: impl Into<String>) -> Diagnostic {
        self.secondary.push(Label { span, text: text.into() });
        self
    }
    /// Adds a fact.
    pub fn with_note(mut self, text: impl Into<String>) -> Diagnostic {
        self.notes.push(text.into());
        self
    }
    /// Adds advice.
    pub fn with_help(mut self, text: impl Into<String>) -> Diagnostic {
        self.help.push(text.into());
        self
    }
}

/// Collects messages. After [`Diagnostics::limit`] errors further ones are only counted.
#[derive(Debug)]
pub struct Diagnostics {
    list: Vec<Diagnostic>,
    errors: usize,
    warnings: usize,
    /// Number of errors that are kept.
    pub limit: usize,
    /// `-w`: warnings are dropped.
    pub no_warnings: bool,
    /// `-Werror`: warnings become errors.
    pub warnings_are_errors: bool,
}

impl Default for Diagnostics {
    fn default() -> Self {
        Diagnostics { list: vec![], errors: 0, warnings: 0, limit: 50, no_warnings: false, warnings_are_errors: false }
    }
}

impl Diagnostics {
    /// An empty sink.
    pub fn new() -> Diagnostics {
        Diagnostics::default()
    }

    /// Takes a message.
    pub fn add(&mut self, mut d: Diagnostic) {
        if d.level == Level::Warning {
            if self.no_warnings {
                return;
            }
            self.warnings += 1;
            if self.warnings_are_errors && !d.stays_warning {
                d.level = Level::Error;
            }
        }
        if d.level == Level::Error {
            // The same complaint about the same place says nothing new.
            if self.list.iter().any(|e| e.primary.span == d.primary.span && e.message == d.message) {
                return;
            }
            self.errors += 1;
            if self.errors > self.limit {
                return;
            }
        }
        self.list.push(d);
    }

    /// Takes an error that needs no more than a place and a message.
    pub fn error(&mut self, code: ErrorCode, span: Span, message: impl Into<String>) {
        self.add(Diagnostic::error(code, span, message));
    }

    /// Takes a warning that needs no more than a place and a message.
    pub fn warning(&mut self, code: ErrorCode, span: Span, message: impl Into<String>) {
        self.add(Diagnostic::warning(code, span, message));
    }

    /// Whether the program is to be rejected.
    pub fn has_errors(&self) -> bool {
        self.errors > 0
    }
    /// Number of errors, those past the limit too.
    pub fn error_count(&self) -> usize {
        self.errors
    }
    /// Number of warnings.
    pub fn warning_count(&self) -> usize {
        self.warnings
    }
    /// The messages in the order in which they came.
    pub fn iter(&self) -> impl Iterator<Item = &Diagnostic> {
        self.list.iter()
    }
    /// Forgets the messages (they were printed); the counts stay.
    pub fn clear(&mut self) {
        self.list.clear();
    }
    /// Orders the messages by place, so that what the parser said and what sema said stand together.
    pub fn sort(&mut self) {
        self.list.sort_by_key(|d| d.primary.span.lo);
    }
}

thread_local! {
    /// The statement that the compiler is working on, for the report of its own faults.
    static PLACE: std::cell::Cell<Span> = const { std::cell::Cell::new(Span { lo: 0, hi: 0 }) };
    static NAMED: std::cell::RefCell<Option<(String, u32)>> = const { std::cell::RefCell::new(None) };
}

/// Says which statement is worked on.
pub fn working_on(span: Span) {
    PLACE.set(span);
}

/// Gives the statement worked on a name, before the source map goes away.
pub fn name_place(map: &crate::SourceMap) {
    let place = map.describe(PLACE.get()).map(|(f, l, _)| (f.to_string(), l));
    NAMED.with(|n| *n.borrow_mut() = place);
}

/// File and line of the statement that was worked on last.
pub fn current_place() -> Option<(String, u32)> {
    NAMED.with(|n| n.borrow().clone())
}

/// The candidate nearest to `word`, if one is near enough to be what was meant.
pub fn nearest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let limit = (word.chars().count() / 3).clamp(1, 3);
    candidates
        .into_iter()
        .map(|c| (strsim::osa_distance(word, c), c))
        .filter(|(d, _)| *d <= limit)
        .min_by_key(|(d, _)| *d)
        .map(|(_, c)| c)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn near_words() {
        assert_eq!(nearest("wrkdistribute", ["teams", "workdistribute"]), Some("workdistribute"));
        assert_eq!(nearest("xyz", ["teams", "do"]), None);
        assert_eq!(nearest("doe", ["od", "deo"]), Some("deo"));
    }

    #[test]
    fn the_limit_counts_but_does_not_keep() {
        let mut d = Diagnostics { limit: 2, ..Diagnostics::new() };
        for i in 0..5 {
            d.error(ErrorCode::Syntax, Span::new(i + 1, i + 2), "x");
        }
        assert_eq!((d.iter().count(), d.error_count()), (2, 5));
    }
}
