//! Pages of codes: what a message means, a program that gets it, and a cure. Every row of the table of codes has its page
//! in `diag/pages`; one without does not compile.

use ferrotran_source::message::ErrorCode;

macro_rules! pages {
    ($($name:ident $code:literal $text:literal;)*) => {
        /// The page of a code, in Markdown.
        pub fn page(code: ErrorCode) -> &'static str {
            match code {
                $(ErrorCode::$name => include_str!(concat!("../pages/", $code, ".md")),)*
            }
        }
    };
}

ferrotran_source::for_each_code!(pages);
