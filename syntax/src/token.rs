//! Tokens of one statement, and the table of keywords. Fortran has no reserved words: a keyword is a name that some
//! grammar rule looks at.

use super::ast::Name;
use ferrotran_source::Span;
use rustc_hash::FxHashMap;
use std::sync::{Arc, LazyLock};

/// Kinds of tokens.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum TokenKind {
    Name,
    Int,
    /// `12u`: an unsigned integer.
    Unsigned,
    Real,
    Char,
    Boz,
    Hollerith,
    DefOp,
    True,
    False,
    Format,
    LParen,
    RParen,
    LBracket,
    RBracket,
    Comma,
    Colon,
    DColon,
    Percent,
    Assign,
    Arrow,
    Plus,
    Minus,
    Star,
    StarStar,
    Slash,
    SlashSlash,
    Eq,
    Ne,
    Lt,
    Le,
    Gt,
    Ge,
    And,
    Or,
    Not,
    Eqv,
    Neqv,
    Dot,
    DotDot,
    At,
    Question,
    Dollar,
    LBrace,
    RBrace,
}

impl TokenKind {
    /// How the token is written, or what it is called.
    pub fn text(self) -> &'static str {
        match self {
            TokenKind::Name => "a name",
            TokenKind::Int => "an integer",
            TokenKind::Unsigned => "an unsigned integer",
            TokenKind::Real => "a real literal",
            TokenKind::Char => "a character literal",
            TokenKind::Boz => "a BOZ literal",
            TokenKind::Hollerith => "a Hollerith constant",
            TokenKind::DefOp => "a defined operator",
            TokenKind::True => "`.true.`",
            TokenKind::False => "`.false.`",
            TokenKind::Format => "a format",
            TokenKind::LParen => "`(`",
            TokenKind::RParen => "`)`",
            TokenKind::LBracket => "`[`",
            TokenKind::RBracket => "`]`",
            TokenKind::Comma => "`,`",
            TokenKind::Colon => "`:`",
            TokenKind::DColon => "`::`",
            TokenKind::Percent => "`%`",
            TokenKind::Assign => "`=`",
            TokenKind::Arrow => "`=>`",
            TokenKind::Plus => "`+`",
            TokenKind::Minus => "`-`",
            TokenKind::Star => "`*`",
            TokenKind::StarStar => "`**`",
            TokenKind::Slash => "`/`",
            TokenKind::SlashSlash => "`//`",
            TokenKind::Eq => "`==`",
            TokenKind::Ne => "`/=`",
            TokenKind::Lt => "`<`",
            TokenKind::Le => "`<=`",
            TokenKind::Gt => "`>`",
            TokenKind::Ge => "`>=`",
            TokenKind::And => "`.and.`",
            TokenKind::Or => "`.or.`",
            TokenKind::Not => "`.not.`",
            TokenKind::Eqv => "`.eqv.`",
            TokenKind::Neqv => "`.neqv.`",
            TokenKind::Dot => "`.`",
            TokenKind::DotDot => "`..`",
            TokenKind::At => "`@`",
            TokenKind::Question => "`?`",
            TokenKind::Dollar => "`$`",
            TokenKind::LBrace => "`{`",
            TokenKind::RBrace => "`}`",
        }
    }
}

/// One token. `text` is an index into [`Texts`]: a name, or the bytes of a literal.
#[derive(Clone, Copy, Debug)]
pub struct Token {
    /// Its kind.
    pub kind: TokenKind,
    /// The keyword that the name is.
    pub kw: Kw,
    /// Name or literal.
    pub text: u32,
    /// Kind parameter of a literal (index of a name), or [`NONE`].
    pub aux: u32,
    /// Place.
    pub span: Span,
    /// Whether a blank stands before it.
    pub blank: bool,
}

/// No text.
pub const NONE: u32 = u32::MAX;

/// Names and literals of a file.
#[derive(Debug, Default)]
pub struct Texts {
    names: Vec<(Name, Kw)>,
    index: FxHashMap<Arc<str>, u32>,
    /// Bytes of character literals, formats and Hollerith constants.
    pub chars: Vec<Vec<u8>>,
    /// Words of defined operators that stood in parentheses, as in their definitions.
    pub operators: rustc_hash::FxHashSet<Vec<u8>>,
    /// Codes of the character literals in which some code is no byte, by their index.
    wide: FxHashMap<u32, Vec<u32>>,
    buffer: String,
    /// That names have no `$` was said.
    pub dollar: bool,
}

impl Texts {
    /// Adds the text of a character literal; gives its index.
    pub fn add_codes(&mut self, codes: Vec<u32>) -> u32 {
        let i = self.chars.len() as u32;
        self.chars.push(codes.iter().map(|&c| u8::try_from(c).unwrap_or(b'?')).collect());
        if codes.iter().any(|c| *c > 255) {
            self.wide.insert(i, codes);
        }
        i
    }
    /// Codes of the characters of a literal.
    pub fn codes(&self, i: u32) -> Vec<u32> {
        match self.wide.get(&i) {
            Some(c) => c.clone(),
            None => self.chars[i as usize].iter().copied().map(u32::from).collect(),
        }
    }
    /// Index of a name; upper case is made lower.
    pub fn intern(&mut self, bytes: &[u8]) -> u32 {
        self.buffer.clear();
        self.buffer.extend(bytes.iter().map(|b| b.to_ascii_lowercase() as char));
        if let Some(i) = self.index.get(self.buffer.as_str()) {
            return *i;
        }
        let name: Name = self.buffer.as_str().into();
        let kw = Kw::find(&name);
        let i = self.names.len() as u32;
        self.index.insert(name.clone(), i);
        self.names.push((name, kw));
        i
    }
    /// The text of a token; empty for a token that has none ([`NONE`]).
    pub fn name(&self, i: u32) -> Name {
        self.names.get(i as usize).map_or_else(|| Name::from(""), |(name, _)| name.clone())
    }
    /// The text of a token; empty for a token that has none ([`NONE`]).
    pub fn str(&self, i: u32) -> &str {
        self.names.get(i as usize).map_or("", |(name, _)| name)
    }
    /// The keyword that a name is.
    pub fn kw(&self, i: u32) -> Kw {
        self.names[i as usize].1
    }
}

macro_rules! keywords {
    ($($name:ident $text:literal)*) => {
        /// A keyword.
        #[allow(clippy::enum_variant_names)] // they are Fortran's words
        #[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
        pub enum Kw { /// No keyword.
            No, $(#[doc = $text] $name,)* }
        const KEYWORDS: &[(Kw, &str)] = &[$((Kw::$name, $text),)*];
        impl Kw {
            /// Its text.
            pub fn text(self) -> &'static str {
                match self { Kw::No => "", $(Kw::$name => $text,)* }
            }
        }
    };
}

static INDEX: LazyLock<FxHashMap<&'static str, Kw>> =
    LazyLock::new(|| KEYWORDS.iter().map(|(k, t)| (*t, *k)).collect());

impl Kw {
    /// The keyword that a name in lower case is.
    pub fn find(name: &str) -> Kw {
        INDEX.get(name).copied().unwrap_or(Kw::No)
    }
}

keywords! {
    Abstract "abstract" All "all" Allocatable "allocatable" Allocate "allocate" Assign "assign" Assignment "assignment"
    Associate "associate" Asynchronous "asynchronous" Backspace "backspace" Bind "bind" Block "block" BlockData "blockdata"
    C "c" Call "call" Case "case" Change "change" Character "character" Class "class" Close "close" Codimension "codimension"
    Common "common" Complex "complex" Concurrent "concurrent" Contains "contains" Contiguous "contiguous" Continue "continue"
    Critical "critical" Cycle "cycle" Data "data" Deallocate "deallocate" Default "default" Deferred "deferred"
    Dimension "dimension" Do "do" DoConcurrent "doconcurrent" Double "double" DoubleComplex "doublecomplex"
    DoublePrecision "doubleprecision" DoWhile "dowhile" Elemental "elemental" Else "else" ElseIf "elseif" ElseWhere "elsewhere"
    End "end" EndAssociate "endassociate" EndBlock "endblock" EndBlockData "endblockdata" EndCritical "endcritical"
    EndDo "enddo" EndEnum "endenum" EndFile "endfile" EndForall "endforall" EndFunction "endfunction" EndIf "endif"
    EndInterface "endinterface" EndModule "endmodule" EndProcedure "endprocedure" EndProgram "endprogram"
    EndSelect "endselect" EndSubmodule "endsubmodule" EndSubroutine "endsubroutine" EndTeam "endteam" EndType "endtype"
    EndWhere "endwhere" Entry "entry" Enum "enum" Enumeration "enumeration" Enumerator "enumerator" Equivalence "equivalence" Error "error"
    ErrorStop "errorstop" Event "event" Exit "exit" Extends "extends" External "external" Fail "fail" File "file" Final "final"
    Flush "flush" Forall "forall" Form "form" Format "format" Formatted "formatted" Function "function" Generic "generic"
    Go "go" Goto "goto" If "if" IgnoreTkr "ignore_tkr" Images "images" Implicit "implicit" Import "import" Impure "impure" In "in" Include "include"
    InOut "inout" Inquire "inquire" Integer "integer" Intent "intent" Interface "interface" Intrinsic "intrinsic" Is "is"
    Kind "kind" Len "len" Local "local" LocalInit "local_init" Lock "lock" Logical "logical" Memory "memory" Module "module"
    ModuleProcedure "moduleprocedure" NamelistKw "namelist" NoArgCheck "no_arg_check" None "none" NonIntrinsic "non_intrinsic"
    NonOverridable "non_overridable" NonRecursive "non_recursive" Nopass "nopass" Nullify "nullify" Only "only" Open "open"
    Operator "operator" Optional "optional" Out "out" Parameter "parameter" Pass "pass" Pause "pause" Pointer "pointer"
    Post "post" Precision "precision" Print "print" Private "private" Procedure "procedure" Program "program"
    Protected "protected" Public "public" Pure "pure" Quiet "quiet" Rank "rank" Read "read" Real "real" Recursive "recursive"
    Reduce "reduce" Result "result" Return "return" Rewind "rewind" Save "save" Select "select" SelectCase "selectcase"
    SelectRank "selectrank" SelectType "selecttype" Sequence "sequence" Shared "shared" Stop "stop" Submodule "submodule"
    Subroutine "subroutine" Sync "sync" Target "target" Team "team" Then "then" To "to" Type "type" Unformatted "unformatted"
    Unlock "unlock" Use "use" Value "value" Volatile "volatile" Wait "wait" Where "where" While "while" Write "write"
    TypeIs "typeis" ClassIs "classis" ClassDefault "classdefault" CaseDefault "casedefault" Byte "byte" Static "static" Automatic "automatic"
    Structure "structure" EndStructure "endstructure" Record "record" Union "union" EndUnion "endunion" Map "map"
    EndMap "endmap" Unsigned "unsigned" Simple "simple" TypeOf "typeof" ClassOf "classof"
}
