//! The table of error codes: every message with a code has a line here. `ferrotran explain E0101` prints the page of a
//! code, which the crate `diag` has for each of them ([`crate::for_each_code`]).

macro_rules! codes {
    ($($name:ident $code:literal $text:literal;)*) => {
        /// A message's code.
        #[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
        pub enum ErrorCode { $(#[doc = $text] $name,)* }

        /// Every code with its number and explanation.
        pub const CODES: &[(ErrorCode, &str, &str)] = &[$((ErrorCode::$name, $code, $text),)*];

        impl ErrorCode {
            /// Its number, as printed: `E0101`.
            pub fn number(self) -> &'static str {
                match self { $(ErrorCode::$name => $code,)* }
            }
            /// What it means.
            pub fn explanation(self) -> &'static str {
                match self { $(ErrorCode::$name => $text,)* }
            }
        }
    };
}

/// Calls a macro with the table: rows of name, number and sentence.
#[macro_export]
macro_rules! for_each_code {
    ($m:ident) => {
        $m! {
            // Sources
            FileRead "E0001" "A source or include file cannot be read.";
            IncludeCycle "E0002" "A file includes itself, directly or through others, or includes are nested too deeply.";
            Preprocessor "E0003" "A preprocessor directive is wrong: unknown, unbalanced, or with an expression that has no value.";
            PreprocessorError "E0004" "An #error directive was met.";
            BadCharacter "E0005" "A character that has no meaning in Fortran outside of strings and comments.";
            UnclosedString "E0006" "A character literal has no closing quote before its line ends.";
            Continuation "E0007" "A continued statement has no further line, or a continuation line continues nothing.";
            FixedForm "E0008" "A line of fixed form has something else than a label in columns 1 to 5.";
            // Syntax
            Syntax "E0100" "A statement does not follow the grammar.";
            UnknownStatement "E0101" "A line is not the start of any statement.";
            UnbalancedParens "E0102" "A parenthesis or bracket is not closed, or closes nothing.";
            TooDeep "E0103" "Expressions or constructs are nested deeper than the compiler allows.";
            MissingEnd "E0104" "A construct or program unit has no END statement.";
            StrayEnd "E0105" "An END, ELSE, CASE or similar statement belongs to no open construct.";
            WrongEnd "E0106" "An END statement closes another kind of construct than the innermost open one.";
            EndName "E0107" "The name on an END or ELSE statement differs from the construct's name.";
            BadLabel "E0108" "A statement label is zero, too long, or stands where none may.";
            Misplaced "E0109" "A statement stands where it may not.";
            DoLabel "E0110" "The labelled end of a DO loop is missing or wrongly placed.";
            BadLiteral "E0111" "A literal is malformed.";
            NotSupported "E0199" "Legal Fortran that this version does not support yet.";
            // OpenMP syntax
            OmpUnknownDirective "E0200" "A directive name that OpenMP does not define.";
            OmpUnknownClause "E0201" "A clause name that OpenMP does not define.";
            OmpClauseNotAllowed "E0202" "A clause stands on a directive that does not take it.";
            OmpClauseTwice "E0203" "A clause that may be given once is given twice, or two clauses exclude each other.";
            OmpClauseMissing "E0204" "A directive needs a clause that is not there.";
            OmpModifier "E0205" "A clause has a modifier that it does not take.";
            OmpNoBlock "E0206" "A directive has no structured block or loop to apply to.";
            OmpEnd "E0207" "An END directive has no matching directive, or the directive takes none.";
            OmpClauseSyntax "E0208" "The arguments of a clause do not follow its grammar.";
            // Semantics
            Name "E0300" "A name is not declared, declared twice, or used as something that it is not.";
            Type "E0301" "The types of operands or of two sides do not fit.";
            Rank "E0302" "The ranks or shapes of operands or of two sides do not fit.";
            Kind "E0303" "A kind parameter is not one that the compiler has.";
            Constant "E0304" "A constant expression is required, or its evaluation has no value.";
            Attribute "E0305" "Attributes conflict, or an entity lacks an attribute that its use needs.";
            Argument "E0306" "An actual argument does not fit its dummy argument.";
            Generic "E0307" "No specific procedure, or more than one, fits a generic reference.";
            Definable "E0308" "Something that may not change is assigned or passed to be changed.";
            Pure "E0309" "A pure procedure does what it may not.";
            Flow "E0310" "A branch, EXIT or CYCLE has no legal target.";
            Module "E0311" "A module, or a name in it, cannot be found.";
            Shape "E0312" "A declaration's array or length specification is wrong.";
            Intrinsic "E0313" "An intrinsic procedure is used wrongly.";
            Io "E0314" "An input or output statement has wrong specifiers.";
            DerivedType "E0315" "A derived type or its use is wrong.";
            Interface "E0316" "An interface does not agree with the procedure.";
            Pointer "E0317" "A pointer assignment or its target is wrong.";
            Semantic "E0399" "A rule of the language is violated.";
            // OpenMP rules
            OmpWorkdistribute "E0400" "A rule for what may stand in a workdistribute region is violated.";
            OmpNesting "E0401" "A region is nested in another in a way that OpenMP forbids.";
            OmpData "E0402" "A data-sharing or mapping rule of OpenMP is violated.";
            OmpLoop "E0403" "A loop lacks the canonical form that its directive needs.";
            OmpRule "E0499" "A rule of OpenMP is violated.";
            // Lowering and later
            Unsupported "E0500" "A later stage of the compiler cannot treat this yet.";
            Link "E0501" "The program cannot be linked.";
            Internal "E0599" "A fault of the compiler itself.";
            // Warnings
            Unused "W0001" "Something is declared and never used.";
            Uninitialized "W0002" "A variable is used before it has a value.";
            Conversion "W0003" "A conversion changes a value.";
            LineTruncated "W0004" "Text past the end of the allowed line length is ignored.";
            Extension "W0005" "Not standard Fortran, but accepted.";
            Suspicious "W0006" "Legal, but probably not meant.";
            Fallback "W0007" "A target region runs on the host.";
        }
    };
}

crate::for_each_code!(codes);

impl ErrorCode {
    /// The code with a number, as typed by a user (`E0101`, `e0101`, `101`).
    pub fn parse(text: &str) -> Option<ErrorCode> {
        let t = text.to_ascii_uppercase();
        CODES.iter().find(|(_, n, _)| *n == t || n[1..] == t || n[1..].trim_start_matches('0') == t).map(|c| c.0)
    }
}
