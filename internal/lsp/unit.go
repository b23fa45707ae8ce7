package lsp

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"go/ast"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"golang.org/x/tools/go/packages"

	"github.com/calvin-go/calvin/annot"
	"github.com/calvin-go/calvin/desugar"
	"github.com/calvin-go/calvin/internal/verify"
	"github.com/calvin-go/calvin/load"
	"github.com/calvin-go/calvin/report"
)

// A unit is the package in a directory that has an open file.
type unit struct {
	server *server
	dir    string

	mu      sync.Mutex
	timer   *time.Timer
	cancel  context.CancelFunc // of the check at work
	fresh   bool               // the go command has to be asked
	stopped bool
	settled chan struct{}   // closed when no check is due or at work any more; nil then
	reading map[string]bool // the files that the last check has read, and the directories with contract files
	last    *snapshot

	checking sync.Mutex // one check at a time; guards what is below
	listing  *load.Listing
	read     *verify.Reading    // the annotations of the last check
	shown    map[string][]shown // by file: what the client was told last
	proved   map[string]stretch // each function when it was last looked at
	followed *snapshot          // of whose code the annotations have the names
	awaiting *renaming          // that packages which import this one have still to follow
}

// A snapshot is what is known of a package: it was the package once, if the buffers have changed since.
type snapshot struct {
	pkg    *packages.Package
	pkgs   []*packages.Package // it, and those that it imports from the same modules
	names  *names
	annots map[string]*annot.Package
	texts  map[string]string // of the files of the package
	// functions and findings are those of the last check, by name and by file.
	functions map[string]report.FunctionResult
	findings  []*report.Diagnostic
	types     map[string]report.TypeResult // by name; none while a check is at work
	whole     bool                         // the check came to its end
	inferred  *inferred
	held      *held
}

func newUnit(s *server, dir string) *unit {
	return &unit{server: s, dir: dir, fresh: true, shown: map[string][]shown{}, proved: map[string]stretch{}}
}

// schedule has the package checked when some time has passed without another call. The check that is at work, if any, is of
// contents that are no more.
func (u *unit) schedule(delay time.Duration) {
	u.mu.Lock()
	defer u.mu.Unlock()
	if u.stopped {
		return
	}
	u.halt()
	u.unsettle()
	ctx, cancel := context.WithCancel(u.server.ctx)
	u.cancel = cancel
	u.timer = time.AfterFunc(delay, func() {
		u.mu.Lock()
		dead := u.stopped || ctx.Err() != nil
		if !dead {
			u.server.work.Add(1)
		}
		u.mu.Unlock()
		if dead {
			return
		}
		defer u.server.work.Done()
		u.check(ctx)
		u.mu.Lock()
		defer u.mu.Unlock()
		if ctx.Err() == nil { // else another is due, or none is ever
			u.settle()
		}
	})
}

func (u *unit) halt() {
	if u.timer != nil {
		u.timer.Stop()
	}
	if u.cancel != nil {
		u.cancel()
	}
}

// stop ends what is at work; nothing is begun any more.
func (u *unit) stop() {
	u.mu.Lock()
	defer u.mu.Unlock()
	u.stopped = true
	u.halt()
	u.settle()
}

// relist has the go command asked before the next check.
func (u *unit) relist() {
	u.mu.Lock()
	defer u.mu.Unlock()
	u.fresh = true
}

// reads reports whether the last check read the file.
func (u *unit) reads(path string) bool {
	u.mu.Lock()
	defer u.mu.Unlock()
	return u.reading[path] || u.reading[filepath.Dir(path)]
}

func (u *unit) known() *snapshot {
	u.mu.Lock()
	defer u.mu.Unlock()
	return u.last
}

// check checks the package as it is now, and tells the client.
func (u *unit) check(ctx context.Context) {
	u.checking.Lock()
	defer u.checking.Unlock()
	if ctx.Err() != nil {
		return
	}
	ctx, progress := u.server.progress(ctx, "calvin: "+filepath.Base(u.dir))
	defer progress.end()
	files, versions := u.server.overlay()
	pkgs, err := u.load(ctx, files)
	if ctx.Err() != nil {
		return
	}
	if list := (*load.Error)(nil); errors.As(err, &list) {
		u.publish(versions, u.broken(list, files))
		return
	}
	if err != nil {
		u.server.log("%s: %v", u.dir, err)
		return
	}
	if err := u.verify(ctx, pkgs, versions, progress); err != nil && ctx.Err() == nil {
		u.server.log("%s: %v", u.dir, err)
		u.server.conn.Notify("window/showMessage", showMessageParams{severityError, "calvin: " + err.Error()})
	}
}

// load type-checks the package and what it imports from the same modules. The go command is asked if it has not been, if
// files have come or gone, or if something is imported that it was not asked about.
func (u *unit) load(ctx context.Context, files map[string][]byte) ([]*packages.Package, error) {
	u.mu.Lock()
	fresh := u.fresh || u.listing == nil || u.unlisted(files)
	u.mu.Unlock()
	for {
		if fresh {
			if err := u.list(ctx, files); err != nil {
				return nil, err
			}
		}
		u.listing.Overlay(files)
		pkgs, err := u.listing.Load(ctx)
		if fresh || !u.listing.Stale() {
			return pkgs, err
		}
		fresh = true
	}
}

// unlisted reports whether a file of the package is open that the go command does not know.
func (u *unit) unlisted(files map[string][]byte) bool {
	for path := range files {
		if filepath.Dir(path) == u.dir && !u.reading[path] {
			return true
		}
	}
	return false
}

// list asks the go command. A directory with a module of its own that the workspace around it does not use is one beside it.
func (u *unit) list(ctx context.Context, files map[string][]byte) error {
	c := u.server.config.Check.Load
	c.Dir, c.Overlay = u.dir, files
	l, err := listWide(ctx, c)
	if err != nil && ctx.Err() == nil {
		c.Env = append(environment(c.Env), "GOWORK=off")
		if alone, second := listWide(ctx, c); second == nil {
			l, err = alone, nil
		}
	}
	if err != nil {
		return err
	}
	reading := map[string]bool{}
	for _, f := range slices.Concat(l.Files(), verify.ContractDirs(l)) {
		reading[f] = true
	}
	for path := range files { // test files and those for other systems are known not to be built
		if filepath.Dir(path) == u.dir {
			reading[path] = true
		}
	}
	u.listing = l
	u.mu.Lock()
	u.fresh, u.reading = false, reading
	u.mu.Unlock()
	return nil
}

// environment is the one that the go command has.
func environment(env []string) []string {
	if env == nil {
		return os.Environ()
	}
	return slices.Clip(env)
}

// listWide lists the package in a directory and what it imports from the same modules.
func listWide(ctx context.Context, c load.Config) (*load.Listing, error) {
	l, err := load.List(ctx, c)
	if err != nil {
		return nil, err
	}
	if len(l.Roots()) == 0 {
		return nil, l.Problems()
	}
	problems := l.Problems()
	l.Forgive()
	if l.Widen(); len(l.Roots()) > 0 {
		if err := l.Know(); err != nil {
			return nil, err
		}
		return l, nil
	}
	if problems != nil {
		return nil, problems
	}
	return nil, &load.Error{Problems: []load.Problem{{Msg: "no module of the workspace contains this package"}}}
}

// verify checks the functions, those first whose text has changed, and tells the client of each as soon as it is known. An
// error is none of the package's.
func (u *unit) verify(ctx context.Context, pkgs []*packages.Package, versions map[string]int, progress *progress) error {
	at := slices.IndexFunc(pkgs, func(p *packages.Package) bool {
		return slices.ContainsFunc(p.CompiledGoFiles, func(f string) bool { return filepath.Dir(f) == u.dir })
	})
	if at < 0 {
		return nil
	}
	u.read = verify.Read(pkgs, u.read)
	snap := &snapshot{pkg: pkgs[at], pkgs: pkgs, names: &names{}, annots: u.read.Annotations(), texts: map[string]string{}, functions: map[string]report.FunctionResult{},
		inferred: &inferred{}, held: &held{}}
	for _, f := range snap.pkg.CompiledGoFiles {
		if text, err := u.listing.Read(f); err == nil {
			snap.texts[f] = string(text)
		}
	}
	texts := snap.functionTexts()
	u.mu.Lock()
	if old := u.last; old != nil { // until they are looked at, functions that have not changed are what they were
		for name, f := range old.functions {
			if texts[name].text == u.proved[name].text {
				snap.functions[name] = f
			}
		}
	}
	u.last = snap
	u.mu.Unlock()
	u.follow(ctx, snap)

	stream := &stream{unit: u, snap: snap, versions: versions, texts: texts}
	opts := u.server.config.Check
	opts.Read = u.read
	opts.Packages, opts.Listing, opts.Load.Dir, opts.Load.Overlay = pkgs, u.listing, u.dir, overlayOf(snap.texts)
	opts.Only = func(path string) bool { return path == snap.pkg.PkgPath }
	changed := map[string]bool{}
	for name, is := range texts {
		changed[name] = u.proved[name].text != is.text
	}
	opts.Early = true
	opts.First = func(fn *desugar.Function) bool { return changed[fn.Name] }
	opts.Progress = progress.report
	opts.Done = func(res report.FunctionResult, findings []*report.Diagnostic) {
		if ctx.Err() == nil {
			stream.done(res, findings)
		}
	}
	result, err := verify.Run(ctx, opts)
	if err != nil || ctx.Err() != nil {
		return err
	}
	stream.finish(result)
	return nil
}

func overlayOf(texts map[string]string) map[string][]byte {
	files := map[string][]byte{}
	for f, text := range texts {
		files[f] = []byte(text)
	}
	return files
}

// A stretch is what a function consists of, with its annotations, and the line that it begins on.
type stretch struct {
	text string
	line int
}

// functionTexts has each function of the package by its name in reports.
func (s *snapshot) functionTexts() map[string]stretch {
	texts := map[string]stretch{}
	for _, file := range s.pkg.Syntax {
		name := s.pkg.Fset.Position(file.Package).Filename
		for _, d := range file.Decls {
			fn, ok := d.(*ast.FuncDecl)
			if !ok {
				continue
			}
			from := fn.Pos()
			if fn.Doc != nil {
				from = fn.Doc.Pos()
			}
			text := s.texts[name]
			begin, end := s.pkg.Fset.Position(from).Offset, s.pkg.Fset.Position(fn.End()).Offset
			if begin <= end && end <= len(text) {
				texts[nameOf(fn)] = stretch{text[begin:end], s.pkg.Fset.Position(from).Line}
			}
		}
	}
	return texts
}

// nameOf is the name of a declared function in reports.
func nameOf(fn *ast.FuncDecl) string {
	if fn.Recv == nil || len(fn.Recv.List) == 0 {
		return fn.Name.Name
	}
	t, pointer := fn.Recv.List[0].Type, false
	for {
		switch x := t.(type) {
		case *ast.StarExpr:
			t, pointer = x.X, true
			continue
		case *ast.ParenExpr:
			t = x.X
			continue
		case *ast.IndexExpr:
			t = x.X
			continue
		case *ast.IndexListExpr:
			t = x.X
			continue
		case *ast.Ident:
			if pointer {
				return "(*" + x.Name + ")." + fn.Name.Name
			}
			return x.Name + "." + fn.Name.Name
		}
		return fn.Name.Name
	}
}

// A stream tells the client of functions as they become known.
type stream struct {
	unit     *unit
	snap     *snapshot
	versions map[string]int
	texts    map[string]stretch

	mu       sync.Mutex
	findings []*report.Diagnostic
	known    map[string]bool
}

// done takes what was found in one function. What was found before in those that are not done yet stays, if their text is
// what it was.
func (st *stream) done(res report.FunctionResult, findings []*report.Diagnostic) {
	st.mu.Lock()
	defer st.mu.Unlock()
	if st.known == nil {
		st.known = map[string]bool{}
	}
	u := st.unit
	st.known[res.Function] = true
	st.findings = append(st.findings, findings...)
	changed := u.proved[res.Function].text != st.texts[res.Function].text || st.texts[res.Function].text == ""
	u.mu.Lock()
	next := *st.snap // who asks for hovers reads the one that there is
	next.functions = maps.Clone(st.snap.functions)
	next.functions[res.Function] = res
	st.snap, u.last = &next, &next
	u.mu.Unlock()
	if changed {
		u.publish(st.versions, st.soFar())
		for name, is := range st.texts { // where they are now, and what is shown of them
			if st.known[name] || u.proved[name].text == is.text {
				u.proved[name] = is
			}
		}
	}
}

// finish takes all that was found.
func (st *stream) finish(result *verify.Result) {
	u := st.unit
	u.mu.Lock()
	functions := map[string]report.FunctionResult{}
	for _, f := range result.Functions {
		functions[f.Function] = f
	}
	types := map[string]report.TypeResult{}
	for _, t := range result.Types {
		types[t.Type] = t
	}
	done := *st.snap
	done.types = types
	done.functions, done.findings, done.whole = functions, result.Findings, true
	u.last = &done
	u.mu.Unlock()
	u.publish(st.versions, u.diagnostics(result.Findings))
	u.proved = st.texts
	u.server.refresh()
}

// broken are the diagnostics of a package that does not compile.
func (u *unit) broken(list *load.Error, files map[string][]byte) map[string][]shown {
	all := map[string][]shown{}
	for _, p := range list.Problems {
		path, at := p.Position.Filename, textRange{}
		if text, err := u.text(path); err == nil && p.Position.IsValid() {
			from := lineStart(text, p.Position.Line) + max(p.Position.Column-1, 0)
			at = spanOf(text, from, from+wordAt(text, from))
		}
		if filepath.Dir(path) != u.dir {
			path, at = u.anyFile(files), textRange{}
		}
		all[path] = append(all[path], shown{diagnostic: diagnostic{Range: at, Severity: severityInformation, Source: source,
			Message: "not checked: " + p.Msg}})
	}
	return all
}

// text is what a file has in it.
func (u *unit) text(path string) (string, error) {
	if u.listing == nil || path == "" {
		return "", fmt.Errorf("%s is not known", path)
	}
	data, err := u.listing.Read(path)
	return string(data), err
}

// anyFile is an open file of the package.
func (u *unit) anyFile(files map[string][]byte) string {
	for _, f := range slices.Sorted(maps.Keys(files)) {
		if filepath.Dir(f) == u.dir {
			return f
		}
	}
	return u.dir
}

// lineStart is where a line begins, from 1.
func lineStart(text string, line int) int {
	at := 0
	for range line - 1 {
		i := bytes.IndexByte([]byte(text[at:]), '\n')
		if i < 0 {
			return len(text)
		}
		at += i + 1
	}
	return at
}

// wordAt is the length of the word at a place, at least 1 if there is something.
func wordAt(text string, from int) int {
	n := 0
	for from+n < len(text) && (text[from+n] == '_' || isAlphanumeric(text[from+n])) {
		n++
	}
	if n == 0 && from < len(text) && text[from] != '\n' {
		n = 1
	}
	return n
}

func isAlphanumeric(c byte) bool {
	return '0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z'
}
