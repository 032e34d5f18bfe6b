//! The language server, as an editor talks to it: the binary is started, messages go in, answers are compared.

use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Read, Write};
use std::path::PathBuf;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

/// The longest that any answer may take.
const PATIENCE: Duration = Duration::from_secs(60);

struct Client {
    child: Child,
    input: Option<ChildStdin>,
    messages: Receiver<Value>,
    /// What came while an answer was waited for.
    early: Vec<Value>,
    number: i64,
    root: PathBuf,
}

fn framed(v: &Value) -> Vec<u8> {
    let body = v.to_string();
    format!("Content-Length: {}\r\n\r\n{body}", body.len()).into_bytes()
}

impl Client {
    /// Starts a server in a new folder with these files.
    fn start(name: &str, files: &[(&str, &str)]) -> Client {
        let root = std::env::temp_dir().join(format!("ferrotran-lsp-{}-{name}", std::process::id()));
        let _ = std::fs::remove_dir_all(&root);
        std::fs::create_dir_all(&root).unwrap();
        for (f, text) in files {
            std::fs::write(root.join(f), text).unwrap();
        }
        let mut child = Command::new(env!("CARGO_BIN_EXE_ferrotran"))
            .arg("lsp")
            .env("XDG_CACHE_HOME", root.join(".cache"))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let input = child.stdin.take();
        let mut output = BufReader::new(child.stdout.take().unwrap());
        let (send, messages) = channel();
        std::thread::spawn(move || {
            loop {
                let mut length = 0;
                loop {
                    let mut line = String::new();
                    if output.read_line(&mut line).unwrap_or(0) == 0 {
                        return;
                    }
                    if line == "\r\n" {
                        break;
                    }
                    if let Some(n) = line.strip_prefix("Content-Length: ") {
                        length = n.trim().parse().unwrap();
                    }
                }
                let mut body = vec![0; length];
                output.read_exact(&mut body).unwrap();
                let _ = send.send(serde_json::from_slice(&body).unwrap());
            }
        });
        Client { child, input, messages, early: vec![], number: 0, root }
    }

    /// Starts a server and goes through the handshake.
    fn running(name: &str, files: &[(&str, &str)]) -> Client {
        let mut c = Client::start(name, files);
        c.initialize(json!({}));
        c
    }

    fn initialize(&mut self, capabilities: Value) -> Value {
        let uri = self.uri("");
        let params = json!({ "processId": null, "rootUri": uri, "capabilities": capabilities });
        let answer = self.request("initialize", params);
        self.notify("initialized", json!({}));
        answer
    }

    fn uri(&self, file: &str) -> String {
        format!("file://{}", self.root.join(file).display()).trim_end_matches('/').to_string()
    }

    fn raw(&mut self, bytes: &[u8]) {
        let input = self.input.as_mut().unwrap();
        input.write_all(bytes).unwrap();
        input.flush().unwrap();
    }

    fn notify(&mut self, method: &str, params: Value) {
        self.raw(&framed(&json!({ "jsonrpc": "2.0", "method": method, "params": params })));
    }

    fn next(&mut self) -> Value {
        self.messages.recv_timeout(PATIENCE).expect("the server answers")
    }

    /// The whole answer to a request.
    fn answer(&mut self, method: &str, params: Value) -> Value {
        self.number += 1;
        let id = self.number;
        self.raw(&framed(&json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params })));
        loop {
            let m = self.next();
            if m["id"] == id && m.get("method").is_none() {
                return m;
            }
            self.early.push(m);
        }
    }

    fn request(&mut self, method: &str, params: Value) -> Value {
        let a = self.answer(method, params);
        assert!(a.get("error").is_none(), "{method}: {a}");
        a["result"].clone()
    }

    fn code(&mut self, method: &str, params: Value) -> i64 {
        self.answer(method, params)["error"]["code"].as_i64().expect("an error")
    }

    fn open(&mut self, file: &str, text: &str) {
        let uri = self.uri(file);
        let doc = json!({ "uri": uri, "languageId": "fortran", "version": 1, "text": text });
        self.notify("textDocument/didOpen", json!({ "textDocument": doc }));
    }

    fn change(&mut self, file: &str, version: i64, text: &str) {
        let uri = self.uri(file);
        let doc = json!({ "uri": uri, "version": version });
        self.notify("textDocument/didChange", json!({ "textDocument": doc, "contentChanges": [{ "text": text }] }));
    }

    /// The messages about a version of a file; without a version, the next that come.
    fn diagnostics(&mut self, file: &str, version: Option<i64>) -> Vec<Value> {
        let uri = self.uri(file);
        loop {
            let fits = |m: &Value| {
                m["method"] == "textDocument/publishDiagnostics"
                    && m["params"]["uri"] == *uri
                    && version.is_none_or(|v| m["params"]["version"] == v)
            };
            if let Some(i) = self.early.iter().position(fits) {
                let m = self.early.remove(i);
                return m["params"]["diagnostics"].as_array().unwrap().clone();
            }
            let m = self.next();
            self.early.push(m);
        }
    }

    fn at(&self, file: &str, text: &str, mark: &str, skip: usize) -> Value {
        json!({ "textDocument": { "uri": self.uri(file) }, "position": position(text, mark, skip) })
    }

    fn hover(&mut self, file: &str, text: &str, mark: &str, skip: usize) -> String {
        let at = self.at(file, text, mark, skip);
        let r = self.request("textDocument/hover", at);
        r["contents"]["value"].as_str().unwrap_or_default().to_string()
    }

    fn labels(&mut self, file: &str, text: &str, mark: &str, skip: usize) -> Vec<String> {
        let at = self.at(file, text, mark, skip);
        let r = self.request("textDocument/completion", at);
        r["items"].as_array().unwrap().iter().map(|i| i["label"].as_str().unwrap().to_string()).collect()
    }

    /// Ends the server as the protocol says.
    fn end(mut self) {
        self.request("shutdown", Value::Null);
        self.notify("exit", Value::Null);
        assert_eq!(self.child.wait().unwrap().code(), Some(0));
        let _ = std::fs::remove_dir_all(&self.root);
    }
}

impl Drop for Client {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The place of a mark in a text, `skip` bytes into it. Columns count units of UTF-16.
fn position(text: &str, mark: &str, skip: usize) -> Value {
    let at = text.find(mark).unwrap_or_else(|| panic!("no {mark}")) + skip;
    let line = text[..at].matches('\n').count();
    let start = text[..at].rfind('\n').map_or(0, |i| i + 1);
    json!({ "line": line, "character": text[start..at].encode_utf16().count() })
}

const SHAPES: &str = "\
module shapes
  implicit none
  integer, parameter :: dp = kind(1.0d0)
  ! A body with a name.
  type :: body
    character(len=:), allocatable :: title
    real(dp) :: mass = 1.0_dp
  contains
    procedure :: grow
  end type body
  type, extends(body) :: ball
    real(dp) :: radius(3)
  end type ball
  interface area
    module procedure area_of_ball, area_of_two
  end interface area
contains
  !> The area of a ball.
  pure function area_of_ball(b, scale) result(a)
    type(ball), intent(in) :: b
    real(dp), intent(in), optional :: scale
    real(dp) :: a
    a = sum(b%radius) * b%mass
    if (present(scale)) a = a * scale
  end function area_of_ball
  function area_of_two(b, c) result(a)
    type(ball), intent(in) :: b, c
    real(dp) :: a
    a = area_of_ball(b) + area_of_ball(c, scale=2.0_dp)
  end function area_of_two
  subroutine grow(self, by)
    class(body), intent(inout) :: self
    real(dp), intent(in) :: by
    self%mass = self%mass * by
  end subroutine grow
end module shapes
";

const MAIN: &str = "\
program main
  use shapes, only: ball, area, dp
  implicit none
  type(ball) :: b
  b%radius = [1.0_dp, 2.0_dp, 3.0_dp]
  call b%grow(by=2.0_dp)
  print *, AREA(b), b%Mass
end program main
";

#[test]
fn life_of_a_server() {
    let mut c = Client::start("life", &[]);
    assert_eq!(c.code("textDocument/hover", json!({})), -32002);
    let r = c.initialize(json!({}));
    assert_eq!(r["capabilities"]["positionEncoding"], "utf-16");
    assert_eq!(c.code("initialize", json!({ "capabilities": {} })), -32600);
    assert_eq!(c.code("textDocument/unknown", json!({})), -32601);
    assert_eq!(c.code("textDocument/hover", json!({ "position": 3 })), -32602);
    assert_eq!(c.code("textDocument/hover", json!(["x"])), -32602);
    assert_eq!(c.code("textDocument/hover", Value::Null), -32602);
    let away = json!({ "textDocument": { "uri": "file:///nowhere.f90" }, "position": { "line": 0, "character": 0 } });
    assert_eq!(c.code("textDocument/hover", away), -32602);
    c.raw(b"Content-Length: 9\r\n\r\n{\"jsonrpc");
    let m = loop {
        let m = c.next();
        if m.get("method").is_none() {
            break m;
        }
    };
    assert_eq!((m["id"].clone(), m["error"]["code"].as_i64()), (Value::Null, Some(-32700)));
    // Notifications that cannot be read have no answer, and change nothing.
    c.notify("textDocument/didChange", json!({ "textDocument": 1 }));
    c.notify("textDocument/didOpen", json!([]));
    c.request("workspace/symbol", json!({ "query": "" }));
    c.request("shutdown", Value::Null);
    assert_eq!(c.code("workspace/symbol", json!({ "query": "" })), -32600);
    c.notify("exit", Value::Null);
    assert_eq!(c.child.wait().unwrap().code(), Some(0));
}

#[test]
fn an_end_that_was_not_asked_for() {
    let mut c = Client::running("exit", &[]);
    c.notify("exit", Value::Null);
    assert_eq!(c.child.wait().unwrap().code(), Some(1));
    let mut c = Client::running("eof", &[]);
    c.input = None;
    assert_eq!(c.child.wait().unwrap().code(), Some(1));
}

#[test]
fn requests_are_cancelled() {
    let mut c = Client::running("cancel", &[]);
    let mut bytes = vec![];
    let uri = c.uri("a.f90");
    let doc = json!({ "uri": uri, "languageId": "fortran", "version": 1, "text": MAIN });
    bytes.extend(framed(
        &json!({ "jsonrpc": "2.0", "method": "textDocument/didOpen", "params": { "textDocument": doc } }),
    ));
    for id in 100..103 {
        let at = json!({ "textDocument": { "uri": uri }, "position": { "line": 6, "character": 3 } });
        let m = json!({ "jsonrpc": "2.0", "id": id, "method": "textDocument/completion", "params": at });
        bytes.extend(framed(&m));
    }
    bytes.extend(framed(&json!({ "jsonrpc": "2.0", "method": "$/cancelRequest", "params": { "id": 102 } })));
    bytes.extend(framed(&json!({ "jsonrpc": "2.0", "method": "$/cancelRequest", "params": { "id": 7777 } })));
    c.raw(&bytes);
    let mut seen = std::collections::BTreeMap::new();
    while seen.len() < 3 {
        let m = c.next();
        if let Some(id) = m["id"].as_i64() {
            seen.insert(id, m["error"]["code"].as_i64());
        }
    }
    assert_eq!(seen[&100], None);
    assert_eq!(seen[&102], Some(-32800));
    c.end();
}

#[test]
fn diagnostics_of_text_that_is_not_saved() {
    let mut c = Client::running("diag", &[]);
    let good = "program p\n  implicit none\n  integer :: i\n  i = 1\n  print *, i\nend program p\n";
    c.open("a.f90", good);
    assert_eq!(c.diagnostics("a.f90", Some(1)), [Value::Null; 0]);
    let bad = good.replace("print *, i", "print *, '\u{1F600}', ii");
    c.change("a.f90", 2, &bad);
    let d = c.diagnostics("a.f90", Some(2));
    assert_eq!(d.len(), 1, "{d:?}");
    assert_eq!(d[0]["code"], "E0300");
    assert_eq!(d[0]["range"]["start"], position(&bad, "ii", 0));
    assert_eq!(d[0]["range"]["end"], position(&bad, "ii", 2));
    let href = d[0]["codeDescription"]["href"].as_str().unwrap();
    let page = std::fs::read_to_string(href.strip_prefix("file://").unwrap()).unwrap();
    assert!(page.contains("E0300"), "{page}");
    // An edit of a part: the name becomes right.
    let mut end = position(&bad, "ii", 2);
    let start = position(&bad, "ii", 1);
    end["character"] = json!(end["character"].as_i64().unwrap());
    let doc = json!({ "uri": c.uri("a.f90"), "version": 3 });
    let edit = json!([{ "range": { "start": start, "end": end }, "text": "" }]);
    c.notify("textDocument/didChange", json!({ "textDocument": doc, "contentChanges": edit }));
    assert_eq!(c.diagnostics("a.f90", Some(3)), [Value::Null; 0]);
    // Related places.
    c.change("a.f90", 4, "subroutine s\nend subroutine s\nsubroutine s\nend subroutine s\n");
    let d = c.diagnostics("a.f90", Some(4));
    assert_eq!(d[0]["relatedInformation"][0]["location"]["range"]["start"]["line"], 0, "{d:?}");
    c.end();
}

#[test]
fn forms_and_preprocessing() {
    let mut c = Client::running("forms", &[("part.inc", "      integer k\n      k = 'x'\n")]);
    c.open(
        "old.f",
        "C     comment\n      PROGRAM P\n      I N T E G E R I\n      I =\n     & 1\n      PRINT *, I\n      END\n",
    );
    assert_eq!(c.diagnostics("old.f", Some(1)), [Value::Null; 0]);
    c.open(
        "new.F90",
        "#define N 3\nprogram p\n  integer :: a(N)\n  a = 1\n#ifdef NEVER\n  nonsense!\n#endif\n  print *, a\nend\n",
    );
    assert_eq!(c.diagnostics("new.F90", Some(1)), [Value::Null; 0]);
    c.open("free.f90", "#define N 3\nprogram p\nend\n");
    assert_eq!(c.diagnostics("free.f90", Some(1)).len(), 1);
    // An error in an included file stands at the INCLUDE, with its place.
    c.open("host.f", "      program p\n      include 'part.inc'\n      end\n");
    let d = c.diagnostics("host.f", Some(1));
    assert_eq!(d[0]["range"]["start"]["line"], 1, "{d:?}");
    let uri = d[0]["relatedInformation"][0]["location"]["uri"].as_str().unwrap();
    assert!(uri.ends_with("part.inc"), "{uri}");
    c.end();
}

#[test]
fn modules_of_other_files() {
    let mut c = Client::running("modules", &[("shapes.f90", SHAPES), ("main.f90", MAIN)]);
    assert_eq!(c.diagnostics("main.f90", None), [Value::Null; 0]);
    assert_eq!(c.diagnostics("shapes.f90", None), [Value::Null; 0]);
    c.open("shapes.f90", SHAPES);
    c.diagnostics("shapes.f90", Some(1));
    // A change of a body is nothing to users.
    c.change("shapes.f90", 2, &SHAPES.replace("* b%mass", "* b%mass * 2"));
    assert_eq!(c.diagnostics("shapes.f90", Some(2)), [Value::Null; 0]);
    // One of the interface is.
    c.change("shapes.f90", 3, &SHAPES.replace(":: radius(3)", ":: diameter(3)"));
    assert_eq!(c.diagnostics("shapes.f90", Some(3)).len(), 1);
    let d = c.diagnostics("main.f90", None);
    assert_eq!(d[0]["code"], "E0315", "{d:?}");
    c.change("shapes.f90", 4, SHAPES);
    assert_eq!(c.diagnostics("main.f90", None), [Value::Null; 0]);
    // A module that goes, and one that is saved.
    std::fs::write(c.root.join("more.f90"), "module more\n  integer :: n = 3\nend module more\n").unwrap();
    let uri = c.uri("more.f90");
    c.open("user.f90", "program p\n  use more\n  print *, n\nend program p\n");
    assert_eq!(c.diagnostics("user.f90", Some(1))[0]["code"], "E0311");
    c.notify("workspace/didChangeWatchedFiles", json!({ "changes": [{ "uri": uri, "type": 1 }] }));
    assert_eq!(c.diagnostics("user.f90", Some(1)), [Value::Null; 0]);
    c.end();
}

#[test]
fn hovers() {
    let mut c = Client::running("hover", &[("shapes.f90", SHAPES), ("main.f90", MAIN)]);
    c.open("shapes.f90", SHAPES);
    c.open("main.f90", MAIN);
    let h = c.hover("main.f90", MAIN, "_dp, 2", 1);
    assert!(h.contains("integer(4), parameter :: dp = 8") && h.contains("named constant of module `shapes`"), "{h}");
    let h = c.hover("main.f90", MAIN, "AREA", 1);
    assert!(h.contains("interface area") && h.contains("pure function area_of_ball(b, [scale]) result(a)"), "{h}");
    let h = c.hover("main.f90", MAIN, "b%grow", 2);
    assert!(h.contains("subroutine grow(self, by)") && h.contains("class(body), intent(inout) :: self"), "{h}");
    let h = c.hover("main.f90", MAIN, "%radius", 2);
    assert!(h.contains("real(8), dimension(3) :: radius") && h.contains("component of type `ball`"), "{h}");
    let h = c.hover("shapes.f90", SHAPES, "area_of_ball(c", 2);
    assert!(h.contains("real(8), intent(in), optional :: scale") && h.contains("The area of a ball."), "{h}");
    let h = c.hover("shapes.f90", SHAPES, "sum(b", 1);
    assert!(h.contains("sum(array, [dim], [mask])") && h.contains("transformational intrinsic function"), "{h}");
    let h = c.hover("shapes.f90", SHAPES, "type(ball)", 5);
    assert!(h.contains("type, extends(body) :: ball"), "{h}");
    let h = c.hover("shapes.f90", SHAPES, "extends(body)", 9);
    assert!(h.contains("A body with a name."), "{h}");
    assert_eq!(c.hover("main.f90", MAIN, "implicit", 2), "");
    c.end();
}

#[test]
fn definitions_and_references() {
    let mut c = Client::running("places", &[("shapes.f90", SHAPES), ("main.f90", MAIN)]);
    c.open("main.f90", MAIN);
    let shapes = c.uri("shapes.f90");
    for (mark, skip, there, off) in [
        ("shapes,", 1, "shapes", 0),
        ("type(ball)", 5, ":: ball", 3),
        ("b%Mass", 3, "mass = 1", 0),
        ("b%grow", 3, "grow\n", 0),
        ("by=2", 0, "by\n", 0),
        ("_dp, 2", 2, "dp = kind", 0),
        ("AREA(b)", 4, "area\n    module", 0),
    ] {
        let at = c.at("main.f90", MAIN, mark, skip);
        let r = c.request("textDocument/definition", at);
        let wanted = json!({ "uri": shapes, "start": position(SHAPES, there, off) });
        let found = json!({ "uri": r[0]["uri"], "start": r[0]["range"]["start"] });
        let also =
            r.as_array().unwrap().iter().any(|l| l["range"]["start"] == wanted["start"] && l["uri"] == wanted["uri"]);
        // The declaration of a dummy argument, and its name in the statement of the procedure.
        let _ = found;
        assert!(also || mark == "by=2" && r[0]["uri"] == wanted["uri"], "{mark}: {r} {wanted}");
    }
    let mut at = c.at("main.f90", MAIN, "b%Mass", 3);
    at["context"] = json!({ "includeDeclaration": true });
    let r = c.request("textDocument/references", at.clone());
    assert_eq!(r.as_array().unwrap().len(), 5, "{r}");
    at["context"] = json!({ "includeDeclaration": false });
    assert_eq!(c.request("textDocument/references", at).as_array().unwrap().len(), 4);
    let at = c.at("main.f90", MAIN, "b%radius", 0);
    assert_eq!(c.request("textDocument/documentHighlight", at).as_array().unwrap().len(), 5);
    c.end();
}

/// A text with edits of a rename.
fn edited(text: &str, edits: &Value) -> String {
    let lines: Vec<&str> = text.split('\n').collect();
    let mut list: Vec<(usize, usize, usize, String)> = edits
        .as_array()
        .unwrap()
        .iter()
        .map(|e| {
            let n = |p: &str, q: &str| e["range"][p][q].as_u64().unwrap() as usize;
            (n("start", "line"), n("start", "character"), n("end", "character"), e["newText"].as_str().unwrap().into())
        })
        .collect();
    list.sort();
    let mut out: Vec<String> = lines.iter().map(|l| l.to_string()).collect();
    for (line, lo, hi, new) in list.into_iter().rev() {
        out[line].replace_range(lo..hi, &new);
    }
    out.join("\n")
}

#[test]
fn renames_across_files() {
    let mut c = Client::running("rename", &[("shapes.f90", SHAPES), ("main.f90", MAIN)]);
    c.open("main.f90", MAIN);
    let at = c.at("main.f90", MAIN, "b%Mass", 3);
    let r = c.request("textDocument/prepareRename", at);
    assert_eq!(r["placeholder"], "Mass");
    let (main, shapes) = (c.uri("main.f90"), c.uri("shapes.f90"));
    for (mark, skip, old, new) in [
        ("b%Mass", 3, "mass", "weight"),
        ("ball)", 0, "ball", "sphere"),
        ("AREA", 0, "area", "surface"),
        ("b%grow", 2, "grow", "swell"),
        ("shapes,", 0, "shapes", "forms"),
    ] {
        let mut at = c.at("main.f90", MAIN, mark, skip);
        at["newName"] = json!(new);
        let r = c.request("textDocument/rename", at);
        let m = edited(MAIN, &r["changes"][&main]);
        let s = edited(SHAPES, &r["changes"][&shapes]);
        let word = |t: &str, w: &str| {
            t.to_ascii_lowercase().split(|c: char| !(c.is_alphanumeric() || c == '_')).filter(|x| *x == w).count()
        };
        // The comment keeps the word; so does the procedure that a binding of the same name is bound to.
        let left = word(&s, old);
        let kept = match old {
            "ball" => 1,
            "area" => 1,
            "grow" => 2,
            _ => 0,
        };
        assert_eq!((word(&m, old), left), (0, kept), "{old}:\n{m}{s}");
        if old == "grow" {
            continue;
        }
        let dir = c.root.join(new);
        std::fs::create_dir_all(&dir).unwrap();
        std::fs::write(dir.join("a.f90"), s + &m).unwrap();
        let run = Command::new(env!("CARGO_BIN_EXE_ferrotran")).arg("check").arg(dir.join("a.f90")).output().unwrap();
        assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
    }
    // What cannot be.
    for (mark, skip, new) in [("b%Mass", 3, "9x"), ("b%radius", 0, "area"), ("implicit", 1, "x")] {
        let mut at = c.at("main.f90", MAIN, mark, skip);
        at["newName"] = json!(new);
        assert_eq!(c.code("textDocument/rename", at), -32803, "{mark}");
    }
    c.end();
}

#[test]
fn completions() {
    let mut c = Client::running("complete", &[("shapes.f90", SHAPES), ("main.f90", MAIN)]);
    let mut n = 0;
    let mut at = |c: &mut Client, line: &str| -> Vec<String> {
        n += 1;
        let text = MAIN.replace("  b%radius =", &format!("{line}\n  b%radius ="));
        let file = format!("c{n}.f90");
        c.open(&file, &text);
        c.labels(&file, &text, &format!("{line}\n"), line.len())
    };
    let has = |l: &[String], all: &[&str], none: &[&str]| {
        all.iter().for_each(|w| assert!(l.iter().any(|x| x == w), "{w} in {l:?}"));
        none.iter().for_each(|w| assert!(!l.iter().any(|x| x == w), "{w} in {l:?}"));
    };
    let l = at(&mut c, "  b%");
    has(&l, &["radius", "mass", "title", "grow"], &["sum", "area", "b"]);
    let l = at(&mut c, "  print *, b%ra");
    has(&l, &["radius"], &["sum"]);
    let l = at(&mut c, "  call b%grow(");
    has(&l, &["by=", "b"], &[]);
    let l = at(&mut c, "  print *, area(b, sc");
    has(&l, &["scale=", "c=", "b", "sum"], &["allocate"]);
    let l = at(&mut c, "  ");
    has(&l, &["b", "area", "ball", "dp", "allocate", "do concurrent", "sum"], &["area_of_ball"]);
    let l = at(&mut c, "  print *, sum([1, 2], di");
    has(&l, &["dim=", "mask="], &[]);
    let l = at(&mut c, "  ! b%");
    has(&l, &[], &["radius"]);
    let l = at(&mut c, "  print *, 'b%");
    has(&l, &[], &["radius"]);
    let l = at(&mut c, "  use sh");
    has(&l, &["shapes", "iso_fortran_env", "omp_lib"], &["sum"]);
    let l = at(&mut c, "  use shapes, only: ar");
    has(&l, &["area", "area_of_ball", "body", "dp"], &["sum"]);
    let l = at(&mut c, "  real, allocatable, ");
    has(&l, &["dimension", "intent(in)", "pointer"], &["sum"]);
    let l = at(&mut c, "  !$omp ");
    has(&l, &["target teams workdistribute", "parallel do"], &["sum"]);
    let l = at(&mut c, "  !$omp target teams ma");
    has(&l, &["map", "num_teams", "workdistribute"], &["schedule"]);
    let l = at(&mut c, "  !$omp target map(");
    has(&l, &["tofrom", "always", "b"], &[]);
    let l = at(&mut c, "  b%title = 'x'; call b%grow(b = area(");
    has(&l, &["scale="], &[]);
    c.end();
}

#[test]
fn signatures() {
    let mut c = Client::running("signature", &[("shapes.f90", SHAPES)]);
    let text = MAIN.replace("AREA(b)", "area(b, scale=");
    c.open("main.f90", &text);
    let at = c.at("main.f90", &text, "scale=", 6);
    let r = c.request("textDocument/signatureHelp", at);
    let active = r["activeSignature"].as_u64().unwrap() as usize;
    assert_eq!(r["signatures"][active]["label"], "pure function area_of_ball(b, [scale]) result(a)");
    assert_eq!(r["activeParameter"], 1);
    let at = c.at("main.f90", &text, "(by=", 1);
    let r = c.request("textDocument/signatureHelp", at);
    assert_eq!(r["signatures"][0]["label"], "subroutine grow(by)");
    let text = text.replace("b%radius = [", "b%radius = matmul(b%mass, (");
    c.change("main.f90", 2, &text);
    let at = c.at("main.f90", &text, "b%mass, (", 9);
    let r = c.request("textDocument/signatureHelp", at);
    assert_eq!(r["signatures"][0]["label"], "matmul(matrix_a, matrix_b)");
    assert_eq!(r["activeParameter"], 1);
    c.end();
}

#[test]
fn outlines_folds_and_colours() {
    let mut c = Client::running("outline", &[("shapes.f90", SHAPES), ("main.f90", MAIN)]);
    c.open("shapes.f90", SHAPES);
    let doc = json!({ "textDocument": { "uri": c.uri("shapes.f90") } });
    let r = c.request("textDocument/documentSymbol", doc.clone());
    assert_eq!(r[0]["name"], "shapes");
    let names = |v: &Value| -> Vec<String> {
        v.as_array().into_iter().flatten().map(|s| s["name"].as_str().unwrap().to_string()).collect()
    };
    assert_eq!(names(&r[0]["children"]), ["dp", "body", "ball", "area", "area_of_ball", "area_of_two", "grow"]);
    assert_eq!(names(&r[0]["children"][1]["children"]), ["title", "mass", "grow"]);
    let r = c.request("workspace/symbol", json!({ "query": "ARofb" }));
    assert_eq!(names(&r), ["area_of_ball"]);
    let r = c.request("textDocument/foldingRange", doc.clone());
    let folds: Vec<(u64, u64)> = r
        .as_array()
        .unwrap()
        .iter()
        .map(|f| (f["startLine"].as_u64().unwrap(), f["endLine"].as_u64().unwrap()))
        .collect();
    assert!(folds.contains(&(0, 34)) && folds.contains(&(4, 8)) && folds.contains(&(18, 23)), "{folds:?}");
    let r = c.request("textDocument/semanticTokens/full", doc);
    let data = r["data"].as_array().unwrap();
    assert!(data.len() > 200 && data.len().is_multiple_of(5));
    // The first one is the name of the module, a declaration.
    assert_eq!(data[..5], [json!(0), json!(7), json!(6), json!(0), json!(1)]);
    c.end();
}

#[test]
fn utf8_where_it_is_offered() {
    let mut c = Client::start("utf8", &[]);
    let r = c.initialize(json!({ "general": { "positionEncodings": ["utf-16", "utf-8"] } }));
    assert_eq!(r["capabilities"]["positionEncoding"], "utf-8");
    c.open("a.f90", "program p\n  implicit none\n  print *, '\u{1F600}', ii\nend program p\n");
    let d = c.diagnostics("a.f90", Some(1));
    assert_eq!(d[0]["range"]["start"], json!({ "line": 2, "character": 19 }), "{d:?}");
    c.end();
}

#[test]
fn what_becomes_of_offloaded_statements() {
    let text = "\
program p
  implicit none
  real :: a(1000), b(1000)
  b = 1.0
  !$omp target teams workdistribute map(to: b) map(from: a)
  a = 2.0 * b
  !$omp end target teams workdistribute
  print *, sum(a)
end program p
";
    let mut c = Client::running("explain", &[]);
    c.open("a.f90", text);
    let h = c.hover("a.f90", text, "a = 2", 0);
    assert!(h.contains("real(4), dimension(1000) :: a") && h.contains("offload, line 6"), "{h}");
    let h = c.hover("a.f90", text, "target teams", 2);
    assert!(h.contains("offload, line"), "{h}");
    let h = c.hover("a.f90", text, "print", 1);
    assert_eq!(h, "");
    c.end();
}

#[test]
fn constructs_with_names_of_their_own() {
    let text = "\
module m
  implicit none
  type :: t
    integer :: n = 0
  end type t
  type, extends(t) :: u
    real :: x = 0.0
  end type u
contains
  subroutine s(a)
    class(t), intent(in) :: a
    integer :: i
    associate (k => a%n)
      print *, k
    end associate
    select type (a)
    class is (u)
      print *, a%x
    end select
    block
      real :: i
      i = 1.0
      print *, i
    end block
    do concurrent (i = 1:3)
    end do
    print *, [(i, i = 1, 3)]
  end subroutine s
end module m
";
    let mut c = Client::running("names", &[]);
    c.open("m.f90", text);
    assert_eq!(c.diagnostics("m.f90", Some(1)), [Value::Null; 0]);
    let h = c.hover("m.f90", text, "print *, k", 9);
    assert!(h.contains("integer(4) :: k"), "{h}");
    let h = c.hover("m.f90", text, "a%x", 2);
    assert!(h.contains("real(4) :: x"), "{h}");
    let h = c.hover("m.f90", text, "print *, i", 9);
    assert!(h.contains("real(4) :: i"), "{h}");
    let l = c.labels("m.f90", text, "a%x", 2);
    assert!(l.contains(&"x".to_string()) && l.contains(&"n".to_string()), "{l:?}");
    let mut at = c.at("m.f90", text, "i = 1.0", 0);
    at["context"] = json!({ "includeDeclaration": true });
    assert_eq!(c.request("textDocument/references", at).as_array().unwrap().len(), 3);
    c.end();
}

/// A project of 60 files and 30000 lines; an edit of a module that 59 others use, its body and its interface.
#[test]
fn a_large_project_after_an_edit() {
    const FILES: usize = 60;
    let module = |i: usize| {
        let mut t = format!("module m{i:02}\n");
        for j in 0..i.min(3) {
            t.push_str(&format!("  use m{:02}\n", i - 1 - j));
        }
        t.push_str("  implicit none\n");
        t.push_str(&format!(
            "  type :: t{i:02}\n    real(8) :: x(10) = 0\n    integer :: n = 0\n  end type\ncontains\n"
        ));
        for k in 0..35 {
            t.push_str(&format!("  subroutine s{i:02}_{k:02}(a, b, n)\n    integer, intent(in) :: n\n"));
            t.push_str("    real(8), intent(inout) :: a(n)\n    real(8), intent(in) :: b(n)\n    integer :: i\n");
            t.push_str(&format!("    type(t{i:02}) :: o\n    o%n = n\n    do i = 1, n\n"));
            t.push_str("      a(i) = a(i) + 2.0d0 * b(i) - sqrt(abs(b(i)))\n      if (a(i) > 10.0d0) a(i) = 0.0d0\n    end do\n");
            if i > 0 {
                t.push_str(&format!("    call s{:02}_{k:02}(a, b, o%n)\n", i - 1));
            }
            t.push_str(&format!("    print *, sum(a), o%x(1), maxval(b)\n  end subroutine s{i:02}_{k:02}\n"));
        }
        t.push_str("end module\n");
        t
    };
    let files: Vec<(String, String)> = (0..FILES).map(|i| (format!("m{i:02}.f90"), module(i))).collect();
    let lines: usize = files.iter().map(|f| f.1.lines().count()).sum();
    assert!(lines > 28_000, "{lines}");
    let given: Vec<(&str, &str)> = files.iter().map(|f| (&*f.0, &*f.1)).collect();
    let start = Instant::now();
    let mut c = Client::running("large", &given);
    // The last file is analysed last.
    assert_eq!(c.diagnostics("m59.f90", None), [Value::Null; 0]);
    println!("{lines} lines for the first time: {:?}", start.elapsed());
    c.open("m00.f90", &files[0].1);
    c.diagnostics("m00.f90", Some(1));
    let start = Instant::now();
    c.change("m00.f90", 2, &files[0].1.replacen("2.0d0 * b", "3.0d0 * bb", 1));
    assert_eq!(c.diagnostics("m00.f90", Some(2)).len(), 1);
    println!("after an edit of a body: {:?}", start.elapsed());
    c.change("m00.f90", 3, &files[0].1);
    c.diagnostics("m00.f90", Some(3));
    let last = &files[FILES - 1].1;
    c.open("m59.f90", last);
    c.diagnostics("m59.f90", Some(1));
    let start = Instant::now();
    c.change("m59.f90", 2, &last.replacen("2.0d0 * b", "3.0d0 * bb", 1));
    assert_eq!(c.diagnostics("m59.f90", Some(2)).len(), 1);
    println!("after an edit of a file that uses all the others: {:?}", start.elapsed());
    let doc = json!({ "textDocument": { "uri": c.uri("m59.f90") } });
    c.notify("textDocument/didClose", doc);
    c.early.clear();
    let start = Instant::now();
    // Everything is analysed again. `m59` uses `m58`, and so on.
    c.change("m00.f90", 4, &files[0].1.replacen("real(8), intent(in) :: b", "real(4), intent(in) :: b", 1));
    c.diagnostics("m00.f90", Some(4));
    assert_eq!(c.diagnostics("m01.f90", None).len(), 1);
    let first = start.elapsed();
    let at = c.at("m00.f90", &files[0].1, "type :: t00", 9);
    c.request("textDocument/definition", at);
    println!("after an edit of the interface: {first:?} to the users' messages, {:?} to the end", start.elapsed());
    c.end();
}

#[test]
fn texts_that_end_anywhere_do_no_harm() {
    let mut c = Client::running("anywhere", &[("shapes.f90", SHAPES)]);
    c.open("main.f90", MAIN);
    for (v, n) in (0..MAIN.len()).step_by(3).enumerate() {
        c.change("main.f90", v as i64 + 2, &MAIN[..n]);
        let at = json!({ "textDocument": { "uri": c.uri("main.f90") }, "position": position(&MAIN[..n], "", n) });
        for method in ["completion", "hover", "signatureHelp", "definition"] {
            c.request(&format!("textDocument/{method}"), at.clone());
        }
    }
    let doc = json!({ "textDocument": { "uri": c.uri("main.f90") } });
    for method in ["documentSymbol", "foldingRange", "semanticTokens/full"] {
        c.request(&format!("textDocument/{method}"), doc.clone());
    }
    c.end();
}
