// Package lsp is a language server. It takes what an editor says about the files that are open in it, and gives what
// package verify finds in them while the user writes.
//
//	protocol.go     the parts of the language server protocol that are in use
//	document.go     open files, and places in them
//	server.go       the life of a server, and which method does what
//	unit.go         one package that is open: when it is checked, and what is known of it
//	publish.go      findings as diagnostics
//	pull.go         the same, for clients that ask
//	progress.go     how far work has come that takes long
//	directive.go    the directive at a place
//	use.go          the names inside annotations, and what they stand for
//	references.go   where else a name stands
//	rename.go       new names for what only annotations know
//	follow.go       annotations that follow a renaming in code
//	workspace.go    packages that are not open
//	sweep.go        checks of these
//	place.go        what declaration or statement a directive stands before
//	scope.go        the names that it may use
//	expect.go       the types that fit in it
//	hover.go, complete.go, symbol.go, token.go, lens.go, action.go
//	                what the methods of these names answer
//	command.go      what can be executed
//	explore.go      of that, what explores tests
//	inferred.go     annotations that the code suggests, as actions
//	hint.go         the same, and the locks that are held, as inlay hints
//
// The server checks the package of a file, as the go command would build it with the editor's buffers in place of the
// files. It also reads the packages of the same modules that the package imports, because the package relies on their
// contracts.
package lsp

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"runtime/debug"
	"slices"
	"sync"
	"time"

	"github.com/calvin-go/calvin/internal/lsp/rpc"
	"github.com/calvin-go/calvin/internal/verify"
	"github.com/calvin-go/calvin/report"
	"github.com/calvin-go/calvin/report/page"
)

// A Config says how a server checks.
type Config struct {
	Version string
	// Check has what verify.Run is to be told besides what to check.
	Check verify.Options
	// Delay is the time without a change after which a package is checked; the client may ask for another.
	Delay time.Duration
	// Quiet is how long a check may take before its progress is shown.
	Quiet time.Duration
	// NewPage begins an HTML page about what is in a directory; source has what is in a file. Nil: there are no pages.
	NewPage func(dir string, source func(file string) string) *page.Page
	// Explore explores the tests of the package in a directory; nil: nobody does.
	Explore func(context.Context, Exploration) ([]*report.TestResult, error)
	// Rest, if not nil, is called when nothing has been checked for a while, to give memory back.
	Rest func()
	// Log, if not nil, is told what a client cannot be told.
	Log io.Writer
}

// A server serves one client.
type server struct {
	config Config
	conn   *rpc.Conn
	ctx    context.Context // ends with the server
	work   sync.WaitGroup

	mu          sync.Mutex
	initialized bool
	shutdown    bool
	params      initializeParams
	documents   map[string]*document // by path
	units       map[string]*unit     // by directory
	closed      map[string]bool      // units that are checked no more
	delay       time.Duration
	showsPages  bool
	hints       string // which inlay hints there are
	pulls       bool   // the client asks for the diagnostics of open files
	renames     string // what happens to annotations when code renames something
	jobs        int    // numbers progress
	atWork      map[string]*progress
	bugs        map[string][]shown // by path: what exploring tests has found
	pages       string             // where HTML pages are; empty as long as there are none

	exploring sync.Mutex // held while tests are explored

	restTimer *time.Timer // since the end of the last check

	sweeps     bool             // all packages are checked, at the beginning and after a save
	swept      map[string]*unit // by folder: what that has shown
	sweepTimer *time.Timer
	stopSweep  context.CancelFunc
	sweeping   sync.Mutex // held while all packages are checked
}

// A method answers a request or takes a notification.
type method func(*server, context.Context, json.RawMessage) (any, error)

// ordered are the methods that change what the server knows: each is done before the next message is read. The others work
// on what is known when they begin, at the same time.
var ordered = map[string]method{
	"initialize":                          with((*server).initialize),
	"initialized":                         with((*server).ready),
	"shutdown":                            with((*server).stop),
	"textDocument/didOpen":                with((*server).didOpen),
	"textDocument/didChange":              with((*server).didChange),
	"textDocument/didSave":                with((*server).didSave),
	"textDocument/didClose":               with((*server).didClose),
	"workspace/didChangeWatchedFiles":     with((*server).didChangeWatched),
	"workspace/didChangeWorkspaceFolders": with((*server).didChangeFolders),
	"workspace/didChangeConfiguration":    with(func(*server, context.Context, json.RawMessage) (any, error) { return nil, nil }),
	"$/cancelRequest": with(func(s *server, _ context.Context, p cancelParams) (any, error) {
		s.conn.Cancel(p.ID)
		return nil, nil
	}),
	"window/workDoneProgress/cancel": with((*server).cancelProgress),
	"$/setTrace":                     with(func(*server, context.Context, json.RawMessage) (any, error) { return nil, nil }),
}

var concurrent = map[string]method{
	"textDocument/hover":               with((*server).hover),
	"textDocument/completion":          with((*server).completion),
	"textDocument/documentSymbol":      with((*server).symbols),
	"workspace/symbol":                 with((*server).workspaceSymbols),
	"textDocument/semanticTokens/full": with((*server).tokens),
	"textDocument/codeAction":          with((*server).codeActions),
	"textDocument/codeLens":            with((*server).lenses),
	"textDocument/definition":          with((*server).definition),
	"textDocument/inlayHint":           with((*server).inlayHints),
	"textDocument/references":          with((*server).references),
	"textDocument/documentHighlight":   with((*server).highlights),
	"textDocument/prepareRename":       with((*server).prepareRename),
	"textDocument/rename":              with((*server).rename),
	"textDocument/diagnostic":          with((*server).pull),
	"workspace/executeCommand":         with((*server).execute),
}

// with makes a method of a function that takes parameters of a type of its own.
func with[P any](f func(*server, context.Context, P) (any, error)) method {
	return func(s *server, ctx context.Context, raw json.RawMessage) (any, error) {
		var p P
		if len(raw) > 0 {
			if err := json.Unmarshal(raw, &p); err != nil {
				return nil, &rpc.Error{Code: rpc.InvalidParams, Message: err.Error()}
			}
		}
		return f(s, ctx, p)
	}
}

// Serve serves the client at the other end of in and out until it says exit or goes away. An error is a client that breaks
// the protocol, or that goes without saying shutdown.
func Serve(ctx context.Context, config Config, in io.Reader, out io.Writer) error {
	ctx, cancel := context.WithCancel(ctx)
	s := &server{
		config: config, conn: rpc.NewConn(in, out), ctx: ctx, delay: config.Delay,
		documents: map[string]*document{}, units: map[string]*unit{}, closed: map[string]bool{}, atWork: map[string]*progress{}, bugs: map[string][]shown{}, swept: map[string]*unit{},
	}
	defer s.removePages()
	defer s.work.Wait()
	defer s.stop(ctx, struct{}{}) // else a timer could begin something while that is waited for
	defer cancel()
	type read struct {
		m   *rpc.Message
		err error
	}
	reads := make(chan read)
	go func() { // may outlive the server, if the client says nothing more
		for {
			m, err := s.conn.Read()
			select {
			case reads <- read{m, err}:
			case <-ctx.Done():
				return
			}
			if err != nil {
				return
			}
		}
	}()
	for {
		var m *rpc.Message
		var err error
		select {
		case r := <-reads:
			m, err = r.m, r.err
		case <-ctx.Done():
			return nil
		}
		if err != nil && !errors.Is(err, io.EOF) {
			return err
		}
		if err != nil || m.Method == "exit" {
			if s.shutdown || err == nil && !s.initialized {
				return nil
			}
			return errors.New("the client has gone without a shutdown request")
		}
		if m.Method == "" {
			s.conn.Respond(m)
			continue
		}
		if err := s.dispatch(m); err != nil {
			return err
		}
	}
}

// dispatch does what a message asks for. An error is one of the connection.
func (s *server) dispatch(m *rpc.Message) error {
	request := len(m.ID) > 0
	answer := func(result any, err error) error {
		if request {
			return s.conn.Reply(m.ID, result, err)
		}
		if err != nil {
			s.log("%s: %v", m.Method, err)
		}
		return nil
	}
	switch {
	case s.shutdown:
		return answer(nil, &rpc.Error{Code: rpc.InvalidRequest, Message: "the server is shut down"})
	case !s.initialized && m.Method != "initialize":
		return answer(nil, &rpc.Error{Code: rpc.NotInitialized, Message: "the server is not initialized"})
	}
	if f := ordered[m.Method]; f != nil {
		return answer(f(s, s.ctx, m.Params))
	}
	f := concurrent[m.Method]
	if f == nil {
		return answer(nil, &rpc.Error{Code: rpc.MethodNotFound, Message: "there is no method " + m.Method})
	}
	ctx, done := s.conn.Begin(s.ctx, m.ID)
	s.work.Go(func() {
		defer done()
		result, err := attempt(f, s, ctx, m.Params)
		if err := answer(result, err); err != nil {
			s.log("%s: %v", m.Method, err)
		}
	})
	return nil
}

// restAfter is how long after the last check memory is given back. A pause in writing is shorter.
const restAfter = 5 * time.Second

// restLater has memory given back if nothing is checked for a while.
func (s *server) restLater() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.shutdown {
		return
	}
	if s.restTimer != nil {
		s.restTimer.Stop()
	}
	s.restTimer = time.AfterFunc(restAfter, func() {
		debug.FreeOSMemory()
		if s.config.Rest != nil {
			s.config.Rest()
		}
	})
}

// removePages removes the HTML pages that were shown.
func (s *server) removePages() {
	if s.pages != "" {
		if err := os.RemoveAll(s.pages); err != nil {
			s.log("%v", err)
		}
	}
}

// attempt answers a request. A fault of ours is an error of that request, and the editor keeps its server.
func attempt(f method, s *server, ctx context.Context, params json.RawMessage) (result any, err error) {
	defer func() {
		if r := recover(); r != nil {
			s.log("this is a bug in calvin: %v\n%s", r, debug.Stack())
			result, err = nil, &rpc.Error{Code: rpc.Internal, Message: fmt.Sprintf("this is a bug in calvin: %v", r)}
		}
	}()
	return f(s, ctx, params)
}

func (s *server) log(format string, args ...any) {
	if s.config.Log != nil {
		fmt.Fprintf(s.config.Log, "calvin lsp: "+format+"\n", args...)
	}
}

func (s *server) initialize(_ context.Context, p initializeParams) (any, error) {
	if s.initialized {
		return nil, &rpc.Error{Code: rpc.InvalidRequest, Message: "the server is initialized already"}
	}
	var options struct {
		Delay *int     `json:"delay"` // milliseconds
		Tags  string   `json:"tags"`
		Env   []string `json:"env"`
		// FollowRenames says whether annotations follow a renaming in code: "on", "ask" or "off".
		FollowRenames string `json:"followRenames"`
		// InlayHints says which there are: "all", "locks", "inferred" or "off".
		InlayHints string `json:"inlayHints"`
		// Workspace: all packages of the folders that are open are checked, at the beginning and after a save.
		Workspace bool `json:"workspace"`
		// PullDiagnostics: the client asks for the diagnostics of open files, and is not told them.
		PullDiagnostics bool `json:"pullDiagnostics"`
		// ShowsPages: the client shows the result of explainCommand itself.
		ShowsPages bool `json:"showsPages"`
	}
	if len(p.Options) > 0 {
		if err := json.Unmarshal(p.Options, &options); err != nil {
			return nil, &rpc.Error{Code: rpc.InvalidParams, Message: "initializationOptions: " + err.Error()}
		}
	}
	if options.Delay != nil {
		s.delay = time.Duration(max(*options.Delay, 0)) * time.Millisecond
	}
	if options.Tags != "" {
		s.config.Check.Load.Tags = options.Tags
	}
	if len(options.Env) > 0 {
		s.config.Check.Load.Env = append(environment(s.config.Check.Load.Env), options.Env...)
	}
	s.renames = cmp.Or(options.FollowRenames, renamesOn)
	if !slices.Contains([]string{renamesOn, renamesAsk, renamesOff}, s.renames) {
		return nil, &rpc.Error{Code: rpc.InvalidParams, Message: "initializationOptions: followRenames is on, ask or off"}
	}
	s.sweeps = options.Workspace
	s.hints = cmp.Or(options.InlayHints, hintsAll)
	if !slices.Contains([]string{hintsAll, hintsLocks, hintsInferred, hintsOff}, s.hints) {
		return nil, &rpc.Error{Code: rpc.InvalidParams, Message: "initializationOptions: inlayHints is all, locks, inferred or off"}
	}
	s.params, s.initialized, s.showsPages, s.pulls = p, true, options.ShowsPages, options.PullDiagnostics
	return initializeResult{Capabilities: s.capabilities(), ServerInfo: map[string]string{"name": "calvin", "version": s.config.Version}}, nil
}

// capabilities are what the client may ask for.
func (s *server) capabilities() map[string]any {
	all := map[string]any{
		"textDocumentSync":          map[string]any{"openClose": true, "change": 2, "save": map[string]any{"includeText": false}},
		"hoverProvider":             true,
		"definitionProvider":        true,
		"documentSymbolProvider":    true,
		"workspaceSymbolProvider":   true,
		"inlayHintProvider":         s.hints != hintsOff,
		"referencesProvider":        true,
		"documentHighlightProvider": true,
		"renameProvider":            map[string]any{"prepareProvider": true},
		"codeActionProvider":        map[string]any{"codeActionKinds": []string{"quickfix", "refactor.rewrite"}},
		"codeLensProvider":          map[string]any{},
		"completionProvider":        map[string]any{"triggerCharacters": []string{":", "."}},
		"executeCommandProvider":    map[string]any{"commands": slices.Sorted(maps.Keys(commands))},
		"semanticTokensProvider":    map[string]any{"full": true, "legend": map[string]any{"tokenTypes": tokenTypes, "tokenModifiers": []string{}}},
		"workspace":                 map[string]any{"workspaceFolders": map[string]any{"supported": true, "changeNotifications": true}},
	}
	if s.pulls { // what a package imports has a say in its findings
		all["diagnosticProvider"] = map[string]any{"identifier": source, "interFileDependencies": true, "workspaceDiagnostics": false}
	}
	return all
}

// ready asks the client to tell what happens to files that are not open in it.
func (s *server) ready(context.Context, struct{}) (any, error) {
	s.mu.Lock()
	s.sweepLater()
	s.mu.Unlock()
	if !s.params.Capabilities.Workspace.DidChangeWatchedFiles.DynamicRegistration {
		return nil, nil
	}
	watch := map[string]any{"registrations": []any{map[string]any{
		"id": "files", "method": "workspace/didChangeWatchedFiles",
		"registerOptions": map[string]any{"watchers": []any{
			map[string]any{"globPattern": "**/*.{go,s}"}, map[string]any{"globPattern": "**/go.{mod,sum,work}"},
		}},
	}}}
	s.work.Go(func() {
		if err := s.conn.Call(s.ctx, "client/registerCapability", watch, nil); err != nil && s.ctx.Err() == nil {
			s.log("%v", err)
		}
	})
	return nil, nil
}

func (s *server) stop(context.Context, struct{}) (any, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.shutdown = true
	for _, u := range s.units {
		u.stop()
	}
	if s.stopSweep != nil {
		s.stopSweep()
	}
	if s.restTimer != nil {
		s.restTimer.Stop()
	}
	return nil, nil
}

func (s *server) didOpen(_ context.Context, p didOpenParams) (any, error) {
	path := fileOf(p.TextDocument.URI)
	if path == "" {
		return nil, nil // a buffer without a file belongs to no package
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.documents[path] = &document{p.TextDocument.URI, p.TextDocument.Version, p.TextDocument.Text}
	if s.pulls { // what was pushed while it was not open would be shown beside what the client asks for
		if err := s.conn.Notify("textDocument/publishDiagnostics", publishParams{URI: uriOf(path), Diagnostics: []diagnostic{}}); err != nil {
			return nil, err
		}
	}
	dir := filepath.Dir(path)
	if verify.IsContractFile(path, []byte(p.TextDocument.Text)) { // it is part of no package; what is wrong with it those say that use it
		s.changed(path, 0)
		return nil, nil
	}
	if s.units[dir] == nil {
		s.units[dir] = newUnit(s, dir)
	}
	s.units[dir].schedule(0)
	return nil, nil
}

func (s *server) didChange(_ context.Context, p didChangeParams) (any, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	path := fileOf(p.TextDocument.URI)
	d := s.documents[path]
	if d == nil {
		return nil, nil
	}
	for _, c := range p.ContentChanges {
		if err := d.change(c.Range, c.Text); err != nil {
			return nil, err
		}
	}
	d.version = p.TextDocument.Version
	s.forgetBugs(filepath.Dir(path))
	s.changed(path, s.delay)
	return nil, nil
}

func (s *server) didSave(_ context.Context, p documentParams) (any, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.changed(fileOf(p.TextDocument.URI), 0)
	s.sweepLater()
	return nil, nil
}

// changed has the packages checked that a file is a part of, or of what they import.
func (s *server) changed(path string, delay time.Duration) {
	for dir, u := range s.units {
		if dir == filepath.Dir(path) || u.reads(path) {
			u.schedule(delay)
		}
	}
}

func (s *server) didClose(_ context.Context, p documentParams) (any, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	path := fileOf(p.TextDocument.URI)
	delete(s.documents, path)
	dir := filepath.Dir(path)
	for open := range s.documents {
		if filepath.Dir(open) == dir {
			s.changed(path, s.delay) // what is on the disk may be something else
			if s.pulls {
				s.work.Go(func() { s.republish(dir, []string{path}) })
			}
			return nil, nil
		}
	}
	if u := s.units[dir]; u != nil {
		u.stop()
		u.clear()
		delete(s.units, dir)
		s.sweepLater()
	}
	return nil, nil
}

// didChangeWatched: files that are not open have changed; the go command has to be asked anew.
func (s *server) didChangeWatched(_ context.Context, p watchedParams) (any, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	outside := slices.ContainsFunc(p.Changes, func(c documentID) bool { return s.documents[fileOf(c.URI)] == nil })
	for _, u := range s.units {
		if outside {
			u.relist()
			u.schedule(s.delay)
		}
	}
	if outside {
		s.sweepLater()
	}
	return nil, nil
}

// didChangeFolders: packages are found by the files that are open, but for those of a whole folder.
func (s *server) didChangeFolders(_ context.Context, p foldersParams) (any, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	gone := func(f workspaceFolder) bool { return slices.Contains(p.Event.Removed, f) }
	s.params.WorkspaceFolders = append(slices.DeleteFunc(s.params.WorkspaceFolders, gone), p.Event.Added...)
	for _, f := range p.Event.Removed {
		if w := s.swept[fileOf(f.URI)]; w != nil {
			delete(s.swept, fileOf(f.URI))
			w.clear()
		}
	}
	s.sweepLater()
	return nil, nil
}

// overlay is what is in the open files.
func (s *server) overlay() (files map[string][]byte, versions map[string]int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	files, versions = map[string][]byte{}, map[string]int{}
	for path, d := range s.documents {
		files[path], versions[path] = []byte(d.text), d.version
	}
	return files, versions
}

// at returns the text of an open file and what is known of its package, which may be nil.
func (s *server) at(uri string) (path, text string, known *snapshot, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	path = fileOf(uri)
	d := s.documents[path]
	if d == nil {
		return "", "", nil, &rpc.Error{Code: rpc.InvalidParams, Message: uri + " is not open"}
	}
	if u := s.units[filepath.Dir(path)]; u != nil {
		known = u.known()
	}
	return path, d.text, known, nil
}
