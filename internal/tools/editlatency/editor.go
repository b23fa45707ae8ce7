//go:build unix

package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"github.com/calvin-go/calvin/internal/lsp/rpc"
)

// An editor has one file open, and a server for it.
type editor struct {
	cmd  *exec.Cmd
	conn *rpc.Conn
	path string
	uri  string
	text string

	version int

	mu     sync.Mutex
	shown  []place       // the diagnostics of the file
	told   int           // how often they came
	checks int           // that have come to their end
	failed error         // the server is gone
	change chan struct{} // closed, and made anew, when any of these changes
}

// A place is what counts of a diagnostic here.
type place struct {
	Code  string
	Range struct{ Start struct{ Line int } }
}

// begin starts a server, and says hello.
func begin(ctx context.Context, calvin, dir, file, cache string) (*editor, error) {
	e := &editor{path: filepath.Join(dir, filepath.FromSlash(file)), change: make(chan struct{})}
	text, err := os.ReadFile(e.path)
	if err != nil {
		return nil, err
	}
	e.text, e.uri = string(text), uriOf(e.path)
	e.cmd = exec.CommandContext(ctx, calvin, "lsp")
	e.cmd.Dir, e.cmd.Env, e.cmd.WaitDelay = dir, append(os.Environ(), "CALVIN_CACHE="+cache), time.Second
	in, err := e.cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, err := e.cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := e.cmd.Start(); err != nil {
		return nil, err
	}
	e.conn = rpc.NewConn(out, in)
	go e.listen()
	hello := map[string]any{
		"processId": nil, "rootUri": uriOf(dir),
		"capabilities": map[string]any{"workspace": map[string]any{"codeLens": map[string]any{"refreshSupport": true}}},
	}
	if err := e.conn.Call(ctx, "initialize", hello, nil); err != nil {
		return nil, errors.Join(err, e.cmd.Process.Kill(), e.cmd.Wait())
	}
	return e, e.conn.Notify("initialized", struct{}{})
}

// end says goodbye, and returns the processor time of the server and of what it started.
func (e *editor) end(ctx context.Context) (time.Duration, error) {
	err := e.conn.Call(ctx, "shutdown", nil, nil)
	err = errors.Join(err, e.conn.Notify("exit", nil), e.cmd.Wait())
	return e.cmd.ProcessState.UserTime() + e.cmd.ProcessState.SystemTime(), err
}

// listen takes what the server says.
func (e *editor) listen() {
	for {
		m, err := e.conn.Read()
		if err == nil {
			err = e.take(m)
		}
		if err != nil {
			e.mu.Lock()
			e.failed = err
			e.changed()
			e.mu.Unlock()
			return
		}
	}
}

// take takes one message.
func (e *editor) take(m *rpc.Message) error {
	switch {
	case m.Method == "":
		e.conn.Respond(m)
		return nil
	case m.Method == "textDocument/publishDiagnostics":
		var p struct {
			URI         string
			Diagnostics []place
		}
		if err := json.Unmarshal(m.Params, &p); err != nil {
			return err
		}
		if p.URI == e.uri {
			e.mu.Lock()
			e.shown = p.Diagnostics
			e.told++
			e.changed()
			e.mu.Unlock()
		}
	}
	if len(m.ID) == 0 {
		return nil
	}
	if m.Method == "workspace/codeLens/refresh" { // what a server asks for when a check has come to its end
		e.mu.Lock()
		e.checks++
		e.changed()
		e.mu.Unlock()
	}
	return e.conn.Reply(m.ID, nil, nil)
}

// changed wakes who waits. It is called with the lock held.
func (e *editor) changed() {
	close(e.change)
	e.change = make(chan struct{})
}

// patience is how long a server may take for anything.
const patience = 5 * time.Minute

// until waits for something, and says how long that took.
func (e *editor) until(ctx context.Context, what string, ok func() bool) (time.Duration, error) {
	begun := time.Now()
	late := time.After(patience)
	for {
		e.mu.Lock()
		done, failed, change := ok(), e.failed, e.change
		e.mu.Unlock()
		switch {
		case done:
			return time.Since(begun), nil
		case failed != nil:
			return 0, fmt.Errorf("waiting for %s: %w", what, failed)
		}
		select {
		case <-change:
		case <-late:
			return 0, fmt.Errorf("waited %v for %s", patience, what)
		case <-ctx.Done():
			return 0, context.Cause(ctx)
		}
	}
}

// finished waits for the end of one more check than there were.
func (e *editor) finished(ctx context.Context, than int) (time.Duration, error) {
	return e.until(ctx, "the end of a check", func() bool { return e.checks > than })
}

// open opens the file.
func (e *editor) open() error {
	e.version = 1
	return e.conn.Notify("textDocument/didOpen", map[string]any{
		"textDocument": map[string]any{"uri": e.uri, "languageId": "go", "version": e.version, "text": e.text},
	})
}

// put makes this the text of the file, by a change of the lines that differ, and saves it if asked.
func (e *editor) put(text string, save bool) error {
	from, to := 0, len(e.text)
	for from < len(e.text) && from < len(text) && e.text[from] == text[from] {
		from++
	}
	end := len(text)
	for to > from && end > from && e.text[to-1] == text[end-1] {
		to, end = to-1, end-1
	}
	e.version++
	change := map[string]any{
		"textDocument": map[string]any{"uri": e.uri, "version": e.version},
		"contentChanges": []any{map[string]any{
			"range": map[string]any{"start": position(e.text, from), "end": position(e.text, to)}, "text": text[from:end],
		}},
	}
	e.text = text
	if save {
		if err := os.WriteFile(e.path, []byte(text), 0o666); err != nil {
			return err
		}
	}
	if err := e.conn.Notify("textDocument/didChange", change); err != nil || !save {
		return err
	}
	return e.conn.Notify("textDocument/didSave", map[string]any{"textDocument": map[string]any{"uri": e.uri}})
}

// position is a place in a text that has ASCII only.
func position(text string, at int) map[string]any {
	return map[string]any{"line": strings.Count(text[:at], "\n"), "character": at - strings.LastIndexByte(text[:at], '\n') - 1}
}

func uriOf(path string) string { return (&url.URL{Scheme: "file", Path: path}).String() }
