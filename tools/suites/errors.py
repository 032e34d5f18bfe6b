#!/usr/bin/env python3
"""Compare the errors and warnings of a compiler with those that a suite's dg directives expect.

Taken are the compile-only tests below DIR (`{ dg-do compile }`, or no dg-do at all).  Three kinds:

  error    has `{ dg-error ... }` directives: must be rejected, with an error on every expected line
  valid    has none: must not be rejected
  warning  is valid and has `{ dg-warning ... }` directives: at least one expected line must get a message

A line counts once, and a message of any text counts; `{ xfail ... }` directives are left out, and line 0 stands for any line.

  errors.py --compiler 'ferrotran check' --jobs 2 --out RESULT DIR
  errors.py --compare OLD RESULT

The compiler must know `--error-format=json` (one message a line, with `level` and `place`).  Options of the test's
dg-options are appended, those that the compiler calls unknown (exit status 2) are dropped one by one.  RESULT has one
line a test: verdict (OK | ACCEPTED | PARTIAL | REJECTED | SILENT | CRASH | TIMEOUT), kind, path, missed lines, other lines
with errors.  Counts are printed at the end, by kind and verdict.
"""
import argparse, collections, concurrent.futures, json, pathlib, re, shlex, subprocess, sys, tempfile

EXT = {".f90", ".F90", ".f", ".F", ".f95", ".f03", ".F03", ".f08", ".F08", ".for"}
KEEP = re.compile(r"-(f|W|std=|pedantic|D|U|O|cpp|nocpp|w$|I)")
DIRECTIVE = re.compile(r"\{\s*dg-(error|warning)\s+(.*)$")
DEFAULT = ["-pedantic-errors"]


def words(text):
    """The words of a directive up to its closing brace: strings without quotes, groups in braces as one word."""
    out, i = [], 0
    while i < len(text):
        c = text[i]
        if c == "}":
            break
        if c == '"':
            j = i + 1
            while j < len(text) and text[j] != '"':
                j += 2 if text[j] == "\\" else 1
            out.append(text[i + 1 : j])
            i = j + 1
        elif c == "{":
            depth, j = 1, i + 1
            while j < len(text) and depth:
                depth += {"{": 1, "}": -1}.get(text[j], 0)
                j += 1
            out.append(text[i:j])
            i = j
        elif c.isspace():
            i += 1
        else:
            j = i
            while j < len(text) and not text[j].isspace() and text[j] != "}":
                j += 1
            out.append(text[i:j])
            i = j
    return out


def expected(text):
    """Lines with errors and lines with warnings."""
    found = {"error": set(), "warning": set()}
    for n, line in enumerate(text.split("\n"), 1):
        for m in re.finditer(r"\{\s*dg-(error|warning)\s+", line):
            w = words(line[m.end() :])
            if any("xfail" in x and x.startswith("{") for x in w):
                continue
            at = n
            if len(w) >= 3:
                last = w[-1]
                if re.fullmatch(r"\.[+-]\d+", last):
                    at = n + int(last[1:])
                elif re.fullmatch(r"\d+", last):
                    at = int(last)
            found[m.group(1)].add(at)
    return found["error"], found["warning"]


def tests(root, leave_out):
    return tests_list(root, sorted(root.rglob("*")), leave_out)


def tests_list(root, paths, leave_out):
    for path in paths:
        rel = path.relative_to(root)
        if path.suffix not in EXT or not path.is_file() or any(p in leave_out for p in rel.parts):
            continue
        text = path.read_text(errors="replace")
        do = re.search(r"\{\s*dg-do\s+([a-z-]+)", text)
        if do and do.group(1) != "compile" or not do and "dg-" not in text:
            continue
        if re.search(r"\{\s*dg-(skip-if|require-effective-target)[^\n]*(offload|openacc)", text):
            continue
        options, given = [], False
        for m in re.finditer(r"\{\s*dg-(additional-)?options\s+(.*)$", text, re.M):
            w = words(m.group(2))
            given |= not m.group(1)
            options += [o for o in shlex.split(w[0] if w else "") if KEEP.match(o)]
        sources = []
        for m in re.finditer(r"dg-additional-sources\s+\"?([^\"}]+?)\"?\s*\}", text):
            sources += [path.parent / s for s in m.group(1).split() if (path.parent / s).suffix in EXT]
        errors, warnings = expected(text)
        if not given:
            options = DEFAULT + options
        if "gomp" in rel.parts:
            options = ["-fopenmp"] + options
        yield str(rel), path, sources, options, errors, warnings


def call(command, options, files, limit):
    """Exit status (None: too slow) and the messages."""
    with tempfile.TemporaryDirectory() as cwd:
        while True:
            line = command + ["--error-format=json"] + options + [str(f) for f in files]
            try:
                r = subprocess.run(line, cwd=cwd, capture_output=True, timeout=limit, stdin=subprocess.DEVNULL)
            except subprocess.TimeoutExpired:
                return None, []
            text = r.stderr.decode(errors="replace")
            if r.returncode == 2:
                bad = [o for o in options if o in text or o.split("=")[0] in text]
                if bad:
                    options = [o for o in options if o != bad[0]]
                    continue
            break
    messages = []
    for row in text.splitlines():
        try:
            v = json.loads(row)
        except ValueError:
            continue
        place = v.get("place") or {}
        messages.append((v.get("level"), pathlib.Path(str(place.get("file") or "")).name, place.get("line") or 0, v.get("message", "")))
    return r.returncode, messages


def judge(test, command, limit):
    rel, path, sources, options, errors, warnings = test
    status, messages = call(command, options, [path] + sources, limit)
    got = {at for level, file, at, _ in messages if level == "error"}
    kind = "error" if errors else "warning" if warnings else "valid"
    missed = other = ()
    if status is None:
        verdict = "TIMEOUT"
    elif status not in (0, 1):
        verdict = "CRASH"
    elif errors:
        missed = sorted(e for e in errors if e and e not in got)
        other = sorted(g for g in got if g not in errors and g not in warnings)
        verdict = "ACCEPTED" if status == 0 else "PARTIAL" if missed else "OK"
    elif status == 1:
        verdict, other = "REJECTED", sorted(got)
    else:
        said = {at for _, _, at, _ in messages}
        missed = sorted(w for w in warnings if w and w not in said)
        verdict = "OK" if not warnings or len(missed) < len(warnings) else "SILENT"
    spell = lambda lines: ",".join(map(str, lines)) or "-"
    return f"{verdict}\t{kind}\t{rel}\t{spell(missed)}\t{spell(other)}\t{len(errors or warnings)}"


def read(path):
    return {r.split("\t")[2]: r.rstrip("\n").split("\t") for r in open(path)}


def lines(text):
    return 0 if text == "-" else text.count(",") + 1


def summary(rows):
    counts = collections.Counter((r[1], r[0]) for r in rows)
    for (kind, verdict), n in sorted(counts.items()):
        print(f"{kind:8} {verdict:9} {n}")
    bad = [r for r in rows if r[1] == "error"]
    want, missed, other = (sum(f(r) for r in bad) for f in (lambda r: int(r[5]), lambda r: lines(r[3]), lambda r: lines(r[4])))
    print(f"expected error lines: {want}, missed: {missed}, other lines with errors: {other}")
    warned = [r for r in rows if r[1] == "warning"]
    print(f"expected warning lines: {sum(int(r[5]) for r in warned)}, missed: {sum(lines(r[3]) for r in warned)}")


def compare(old, new):
    a, b = read(old), read(new)
    for k in sorted(set(a) | set(b)):
        x, y = a.get(k, ["-"] * 6), b.get(k, ["-"] * 6)
        if x[0] != y[0] or lines(x[3]) != lines(y[3]) or lines(x[4]) != lines(y[4]):
            print(f"{k}: {x[0]} missed {x[3]} other {x[4]} -> {y[0]} missed {y[3]} other {y[4]}")


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("--compiler", help="command line that checks a file")
    p.add_argument("--jobs", type=int, default=1)
    p.add_argument("--limit", type=float, default=10, help="seconds a test")
    p.add_argument("--leave-out", default="goacc,goacc-gomp", help="folders that are not taken, with commas")
    p.add_argument("--out", help="where the results go")
    p.add_argument("--compare", nargs=2, metavar=("OLD", "NEW"), help="what changed between two results")
    p.add_argument("dir", nargs="?")
    a = p.parse_args()
    if a.compare:
        return compare(*a.compare)
    command = shlex.split(a.compiler)
    todo = list(tests(pathlib.Path(a.dir), set(a.leave_out.split(","))))
    with concurrent.futures.ThreadPoolExecutor(a.jobs) as pool:
        rows = list(pool.map(lambda t: judge(t, command, a.limit), todo))
    if a.out:
        pathlib.Path(a.out).write_text("".join(r + "\n" for r in rows))
    summary([r.split("\t") for r in rows])


if __name__ == "__main__":
    sys.exit(main())
