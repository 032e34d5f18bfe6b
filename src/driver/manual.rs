//! What the command line gives to man and to shells: a page, and completions.

use clap::Command;
use clap_mangen::Man;

/// Sections behind the options: what no row of the command line says.
const SECTIONS: &str = r#".SH "EXIT STATUS"
0; 1 for a rejected program; 2 for a wrong command line; 101 after a fault of the compiler; with
.B run
the status of the program.
.SH ENVIRONMENT
.TP
.B FERROTRAN_DEVICE
Where target regions run, as
.BR "run \-\-device" :
auto, host, vulkan, metal, dx12, shadow, or a part of an adapter's name.
.TP
.B FERROTRAN_TRACE
A file for what threads and devices did when.
.TP
.B OMP_*
What the OpenMP specification says of them.
.TP
.B CC
The C compiler for C sources of the command line.
.TP
.B NO_COLOR
Messages have no colours.
.SH "SEE ALSO"
.B ferrotran explain
.I CODE
prints what the message of a code means;
.B ferrotran explain \-\-list
names all codes.
"#;

/// The page of the command and of all its subcommands, in roff.
pub fn page(command: &Command) -> std::io::Result<Vec<u8>> {
    let mut out = vec![];
    let man = Man::new(command.clone());
    man.render_title(&mut out)?;
    man.render_name_section(&mut out)?;
    man.render_synopsis_section(&mut out)?;
    man.render_description_section(&mut out)?;
    man.render_options_section(&mut out)?;
    let known: Vec<clap::Id> = command.get_arguments().map(|a| a.get_id().clone()).collect();
    for sub in command.get_subcommands() {
        // Options of compilations stand above.
        let own = sub
            .clone()
            .mut_args(|a| if known.contains(a.get_id()) && a.get_id() != "files" { a.hide(true) } else { a });
        let mut part = vec![];
        Man::new(own).render_options_section(&mut part)?;
        let text = String::from_utf8_lossy(&part);
        let body = text.split_once(".SH OPTIONS\n").map_or("", |t| t.1);
        let about = sub.get_about().map(|a| a.to_string()).unwrap_or_default().replace('-', "\\-");
        out.extend(format!(".SH \"COMMAND {}\"\n{about}\n{body}", sub.get_name()).bytes());
    }
    out.extend(SECTIONS.bytes());
    Ok(out)
}

/// The completions of a shell.
pub fn completions(command: &mut Command, shell: clap_complete::Shell) -> Vec<u8> {
    let mut out = vec![];
    clap_complete::generate(shell, command, "ferrotran", &mut out);
    out
}
