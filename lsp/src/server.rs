//! The protocol: messages in and out, what requests ask, documents as they are edited.

use crate::text::{Encoding, Text, path_of};
use crate::world::{World, is_fortran};
use crate::{Host, answers, complete};
use lsp_server::{ErrorCode, Message, Notification, Request, RequestId, Response};
use lsp_types as l;
use serde_json::{Value, json};
use std::collections::VecDeque;
use std::io::{BufRead, Write};
use std::panic::AssertUnwindSafe;
use std::sync::mpsc::{Receiver, TryRecvError, channel};

/// Exit status where the client did not ask for the end first.
const NO_SHUTDOWN: u8 = 1;

/// What the reader found.
enum Incoming {
    Message(Message),
    /// Not a message, with the reason.
    Malformed(String),
    End,
}

/// Why a request has no answer.
type Refused = (ErrorCode, String);

struct Server<W: Write> {
    world: World,
    out: W,
    queue: VecDeque<Message>,
    state: State,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    /// Before `initialize`.
    New,
    Running,
    /// After `shutdown`.
    Down,
}

/// Serves a client until it asks for the end, or goes; gives the exit status.
pub fn serve(host: Box<dyn Host>, input: impl BufRead + Send + 'static, out: impl Write) -> u8 {
    let (send, receive) = channel();
    let reader = std::thread::Builder::new().name("reader".into()).spawn(move || read(input, &send));
    if reader.is_err() {
        return NO_SHUTDOWN;
    }
    let world = World::new(host, Encoding::Utf16);
    let mut s = Server { world, out, queue: VecDeque::new(), state: State::New };
    s.run(&receive)
}

fn read(mut input: impl BufRead, to: &std::sync::mpsc::Sender<Incoming>) {
    loop {
        let message = match Message::read(&mut input) {
            Ok(Some(m)) => Incoming::Message(m),
            Ok(None) => Incoming::End,
            Err(e) if e.kind() == std::io::ErrorKind::InvalidData => Incoming::Malformed(e.to_string()),
            Err(_) => Incoming::End,
        };
        let end = matches!(message, Incoming::End);
        if to.send(message).is_err() || end {
            return;
        }
    }
}

fn params<P: serde::de::DeserializeOwned>(v: Value) -> Result<P, Refused> {
    serde_json::from_value(v).map_err(|e| (ErrorCode::InvalidParams, e.to_string()))
}

impl<W: Write> Server<W> {
    // ---- the loop

    fn run(&mut self, receive: &Receiver<Incoming>) -> u8 {
        loop {
            // All that waits is looked at first: it may cancel what comes before it.
            loop {
                match receive.try_recv() {
                    Ok(m) => {
                        if let Some(status) = self.take(m) {
                            return status;
                        }
                    }
                    Err(TryRecvError::Empty) => break,
                    Err(TryRecvError::Disconnected) => return NO_SHUTDOWN,
                }
            }
            if let Some(m) = self.queue.pop_front() {
                if let Some(status) = self.handle(m) {
                    return status;
                }
                continue;
            }
            if self.state == State::Running && self.work() {
                continue;
            }
            match receive.recv() {
                Ok(m) => {
                    if let Some(status) = self.take(m) {
                        return status;
                    }
                }
                Err(_) => return NO_SHUTDOWN,
            }
        }
    }

    /// Puts a message into the queue; an end is an exit status.
    fn take(&mut self, m: Incoming) -> Option<u8> {
        match m {
            Incoming::Message(Message::Notification(n)) if n.method == "$/cancelRequest" => self.cancel(&n.params),
            Incoming::Message(m) => self.queue.push_back(m),
            Incoming::Malformed(why) => self.malformed(&why),
            Incoming::End => {
                // What came before the end is answered still.
                while let Some(m) = self.queue.pop_front() {
                    if let Some(status) = self.handle(m) {
                        return Some(status);
                    }
                }
                return Some(NO_SHUTDOWN);
            }
        }
        None
    }

    /// Answers a request that waits, and that the client does not need any more.
    fn cancel(&mut self, params: &Value) {
        let Some(id) = params.get("id").and_then(|i| serde_json::from_value::<RequestId>(i.clone()).ok()) else {
            return;
        };
        let waits = |m: &Message| matches!(m, Message::Request(r) if r.id == id);
        if let Some(i) = self.queue.iter().position(waits) {
            self.queue.remove(i);
            self.respond(Response::new_err(id, ErrorCode::RequestCanceled as i32, "canceled".into()));
        }
    }

    fn malformed(&mut self, why: &str) {
        let why: String = why.chars().take(300).collect();
        let body =
            json!({ "jsonrpc": "2.0", "id": null, "error": { "code": ErrorCode::ParseError as i32, "message": why } });
        let body = body.to_string();
        let _ = write!(self.out, "Content-Length: {}\r\n\r\n{body}", body.len());
        let _ = self.out.flush();
    }

    fn send(&mut self, m: &Message) {
        // A client that is gone is found at the end of its messages.
        let _ = m.write(&mut self.out);
        let _ = self.out.flush();
    }

    fn respond(&mut self, r: Response) {
        self.send(&Message::Response(r));
    }

    fn notify(&mut self, method: &str, params: impl Fn() -> Value) {
        self.send(&Message::Notification(Notification { method: method.into(), params: params() }));
    }

    /// Analyses one file that waits for it; false where nothing waits.
    fn work(&mut self) -> bool {
        let next = self.world.next_stale();
        if let Some(i) = next {
            self.world.analyse(i);
        }
        let published = self.publish();
        next.is_some() || published
    }

    fn publish(&mut self) -> bool {
        let list = self.world.unpublished();
        for i in &list {
            let d = &self.world.docs[*i];
            let params =
                l::PublishDiagnosticsParams { uri: d.uri.clone(), diagnostics: d.messages.clone(), version: d.open };
            let params = serde_json::to_value(params).unwrap_or_default();
            self.notify("textDocument/publishDiagnostics", || params.clone());
        }
        !list.is_empty()
    }

    fn handle(&mut self, m: Message) -> Option<u8> {
        match m {
            Message::Request(r) => {
                let id = r.id.clone();
                let answer = std::panic::catch_unwind(AssertUnwindSafe(|| self.request(r)));
                let answer = answer.unwrap_or_else(|_| Err((ErrorCode::InternalError, "internal error".into())));
                self.respond(match answer {
                    Ok(v) => Response::new_ok(id, v),
                    Err((code, text)) => Response::new_err(id, code as i32, text),
                });
                None
            }
            Message::Notification(n) if n.method == "exit" => {
                Some(if self.state == State::Down { 0 } else { NO_SHUTDOWN })
            }
            Message::Notification(n) => {
                if self.state == State::Running {
                    let _ = std::panic::catch_unwind(AssertUnwindSafe(|| self.notification(n)));
                }
                None
            }
            Message::Response(_) => None,
        }
    }

    // ---- requests

    fn request(&mut self, r: Request) -> Result<Value, Refused> {
        match (self.state, &*r.method) {
            (State::New, "initialize") => return self.initialize(r.params),
            (State::New, _) => return Err((ErrorCode::ServerNotInitialized, "the server is not initialized".into())),
            (State::Down, _) => return Err((ErrorCode::InvalidRequest, "the server was shut down".into())),
            (State::Running, "initialize") => {
                return Err((ErrorCode::InvalidRequest, "the server is initialized already".into()));
            }
            (State::Running, "shutdown") => {
                self.state = State::Down;
                return Ok(Value::Null);
            }
            (State::Running, _) => {}
        }
        let value = |v: Result<Value, serde_json::Error>| v.map_err(|e| (ErrorCode::InternalError, e.to_string()));
        let v = match &*r.method {
            "textDocument/hover" => {
                let p: l::HoverParams = params(r.params)?;
                let (d, at) = self.place(&p.text_document_position_params)?;
                serde_json::to_value(answers::hover(&mut self.world, d, at))
            }
            "textDocument/definition" | "textDocument/declaration" => {
                let p: l::GotoDefinitionParams = params(r.params)?;
                let (d, at) = self.place(&p.text_document_position_params)?;
                serde_json::to_value(answers::definition(&mut self.world, d, at))
            }
            "textDocument/references" => {
                let p: l::ReferenceParams = params(r.params)?;
                let (d, at) = self.place(&p.text_document_position)?;
                serde_json::to_value(answers::references(&mut self.world, d, at, p.context.include_declaration))
            }
            "textDocument/documentHighlight" => {
                let p: l::DocumentHighlightParams = params(r.params)?;
                let (d, at) = self.place(&p.text_document_position_params)?;
                serde_json::to_value(answers::highlights(&mut self.world, d, at))
            }
            "textDocument/prepareRename" => {
                let p: l::TextDocumentPositionParams = params(r.params)?;
                let (d, at) = self.place(&p)?;
                let (range, placeholder) =
                    answers::prepare_rename(&mut self.world, d, at).map_err(|e| (ErrorCode::RequestFailed, e))?;
                serde_json::to_value(json!({ "range": range, "placeholder": placeholder }))
            }
            "textDocument/rename" => {
                let p: l::RenameParams = params(r.params)?;
                let (d, at) = self.place(&p.text_document_position)?;
                let edit = answers::rename(&mut self.world, d, at, &p.new_name);
                serde_json::to_value(edit.map_err(|e| (ErrorCode::RequestFailed, e))?)
            }
            "textDocument/completion" => {
                let p: l::CompletionParams = params(r.params)?;
                let (d, at) = self.place(&p.text_document_position)?;
                let items = complete::complete(&mut self.world, d, at);
                serde_json::to_value(l::CompletionList { is_incomplete: false, items })
            }
            "textDocument/signatureHelp" => {
                let p: l::SignatureHelpParams = params(r.params)?;
                let (d, at) = self.place(&p.text_document_position_params)?;
                serde_json::to_value(complete::signature(&mut self.world, d, at))
            }
            "textDocument/documentSymbol" => {
                let p: l::DocumentSymbolParams = params(r.params)?;
                let d = self.document(&p.text_document.uri)?;
                serde_json::to_value(answers::document_symbols(&self.world, d))
            }
            "workspace/symbol" => {
                let p: l::WorkspaceSymbolParams = params(r.params)?;
                serde_json::to_value(answers::workspace_symbols(&self.world, &p.query))
            }
            "textDocument/foldingRange" => {
                let p: l::FoldingRangeParams = params(r.params)?;
                let d = self.document(&p.text_document.uri)?;
                serde_json::to_value(answers::folds(&self.world, d))
            }
            "textDocument/semanticTokens/full" => {
                let p: l::SemanticTokensParams = params(r.params)?;
                let d = self.document(&p.text_document.uri)?;
                let data = answers::tokens(&mut self.world, d);
                serde_json::to_value(l::SemanticTokens { result_id: None, data })
            }
            other => return Err((ErrorCode::MethodNotFound, format!("there is no method `{other}`"))),
        };
        value(v)
    }

    fn document(&self, uri: &l::Uri) -> Result<usize, Refused> {
        let path = path_of(uri.as_str());
        self.world.doc(&path).ok_or_else(|| (ErrorCode::InvalidParams, format!("{} is not open", uri.as_str())))
    }

    fn place(&self, p: &l::TextDocumentPositionParams) -> Result<(usize, u32), Refused> {
        let d = self.document(&p.text_document.uri)?;
        Ok((d, self.world.docs[d].text.offset(p.position, self.world.enc)))
    }

    // ---- the beginning

    fn initialize(&mut self, v: Value) -> Result<Value, Refused> {
        #[allow(deprecated)]
        fn folders(p: &l::InitializeParams) -> Vec<String> {
            match (&p.workspace_folders, &p.root_uri) {
                (Some(list), _) if !list.is_empty() => list.iter().map(|f| path_of(f.uri.as_str())).collect(),
                (_, Some(uri)) => vec![path_of(uri.as_str())],
                _ => p.root_path.clone().into_iter().collect(),
            }
        }
        let p: l::InitializeParams = params(v)?;
        let offered = p.capabilities.general.as_ref().and_then(|g| g.position_encodings.as_ref());
        if offered.is_some_and(|list| list.contains(&l::PositionEncodingKind::UTF8)) {
            self.world.enc = Encoding::Utf8;
        }
        self.state = State::Running;
        for f in folders(&p) {
            self.world.read_folder(&f);
        }
        let encoding = if self.world.enc == Encoding::Utf8 { "utf-8" } else { "utf-16" };
        Ok(json!({
            "capabilities": {
                "positionEncoding": encoding,
                "textDocumentSync": { "openClose": true, "change": 2, "save": { "includeText": false } },
                "hoverProvider": true,
                "definitionProvider": true,
                "declarationProvider": true,
                "referencesProvider": true,
                "documentHighlightProvider": true,
                "documentSymbolProvider": true,
                "workspaceSymbolProvider": true,
                "foldingRangeProvider": true,
                "renameProvider": { "prepareProvider": true },
                "completionProvider": { "triggerCharacters": ["%", "(", ",", "$", ":"] },
                "signatureHelpProvider": { "triggerCharacters": ["(", ","] },
                "semanticTokensProvider": {
                    "legend": { "tokenTypes": answers::TOKEN_KINDS, "tokenModifiers": answers::TOKEN_MODIFIERS },
                    "full": true,
                },
                "workspace": { "workspaceFolders": { "supported": true, "changeNotifications": true } },
            },
            "serverInfo": { "name": "ferrotran", "version": env!("CARGO_PKG_VERSION") },
        }))
    }

    // ---- documents

    fn notification(&mut self, n: Notification) {
        // What cannot be read of a notification has no answer by the protocol.
        let _ = self.noted(n);
    }

    fn noted(&mut self, n: Notification) -> Result<(), Refused> {
        match &*n.method {
            "initialized" => {
                let watch = json!({ "registrations": [{
                    "id": "files", "method": "workspace/didChangeWatchedFiles",
                    "registerOptions": { "watchers": [{ "globPattern": "**/*.{f,F,f77,F77,for,FOR,ftn,FTN,fpp,FPP,f90,F90,f95,F95,f03,F03,f08,F08,f18,F18,f23,F23,inc,h,fi,mod}" }] },
                }] });
                let id = RequestId::from("watch".to_string());
                self.send(&Message::Request(Request { id, method: "client/registerCapability".into(), params: watch }));
            }
            "textDocument/didOpen" => {
                let p: l::DidOpenTextDocumentParams = params(n.params)?;
                let path = path_of(p.text_document.uri.as_str());
                let text = Text::new(p.text_document.text.into_bytes());
                self.world.set(&path, Some(p.text_document.uri), text, Some(p.text_document.version));
            }
            "textDocument/didChange" => {
                let p: l::DidChangeTextDocumentParams = params(n.params)?;
                let d = self.document(&p.text_document.uri)?;
                let mut text = self.world.docs[d].text.clone();
                for c in p.content_changes {
                    text = match c.range {
                        Some(r) => text.replaced(r, &c.text, self.world.enc),
                        None => Text::new(c.text.into_bytes()),
                    };
                }
                let path = self.world.docs[d].path.clone();
                self.world.set(&path, Some(p.text_document.uri), text, Some(p.text_document.version));
            }
            "textDocument/didClose" => {
                let p: l::DidCloseTextDocumentParams = params(n.params)?;
                let d = self.document(&p.text_document.uri)?;
                let path = self.world.docs[d].path.clone();
                self.world.docs[d].open = None;
                match std::path::Path::new(&path).is_file() {
                    true => self.world.read(&path),
                    false => self.world.remove(&path),
                }
            }
            "textDocument/didSave" => {
                let p: l::DidSaveTextDocumentParams = params(n.params)?;
                self.world.included_changed(&path_of(p.text_document.uri.as_str()));
            }
            "workspace/didChangeWatchedFiles" => {
                let p: l::DidChangeWatchedFilesParams = params(n.params)?;
                for c in p.changes {
                    let path = path_of(c.uri.as_str());
                    match (is_fortran(&path), c.typ) {
                        (true, l::FileChangeType::DELETED) => self.world.remove(&path),
                        (true, _) => self.world.read(&path),
                        (false, _) => self.world.included_changed(&path),
                    }
                }
            }
            "workspace/didChangeWorkspaceFolders" => {
                let p: l::DidChangeWorkspaceFoldersParams = params(n.params)?;
                for f in p.event.removed {
                    let folder = path_of(f.uri.as_str());
                    let inside = |d: &&crate::world::Doc| d.open.is_none() && d.path.starts_with(&format!("{folder}/"));
                    let list: Vec<String> = self.world.docs.iter().filter(inside).map(|d| d.path.clone()).collect();
                    list.iter().for_each(|p| self.world.remove(p));
                }
                for f in p.event.added {
                    self.world.read_folder(&path_of(f.uri.as_str()));
                }
            }
            _ => {}
        }
        Ok(())
    }
}
