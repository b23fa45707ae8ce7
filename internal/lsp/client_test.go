package lsp

import (
	"context"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"golang.org/x/tools/txtar"

	"github.com/calvin-go/calvin/internal/lsp/rpc"
	"github.com/calvin-go/calvin/internal/verify"
)

// A client is an editor without a screen.
type client struct {
	*testing.T
	dir  string
	conn *rpc.Conn

	mu         sync.Mutex
	changed    *sync.Cond
	shown      map[string]publishParams // by file, relative to dir
	times      map[string]int           // how often the diagnostics of a file were published
	requests   []string                 // methods that the server has asked for
	progress   []string                 // kinds
	cancelling bool                     // progress is ended as soon as it is shown
	replies    map[string]*rpc.Message
	next       int
	versions   map[string]int
	applies    func(json.RawMessage) // takes what the server wants to be edited; may be nil
}

// start lays out files and starts a server for them.
func start(t *testing.T, archive string, change ...func(*Config)) *client {
	t.Helper()
	return startWith(t, archive, nil, change...)
}

// startWith does so with initialization options.
func startWith(t *testing.T, archive string, options map[string]any, change ...func(*Config)) *client {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	c := &client{T: t, dir: dir, shown: map[string]publishParams{}, times: map[string]int{}, replies: map[string]*rpc.Message{}, versions: map[string]int{}}
	c.changed = sync.NewCond(&c.mu)
	for _, f := range txtar.Parse([]byte(archive)).Files {
		c.save(f.Name, string(f.Data))
	}
	config := Config{Version: "test", Delay: 20 * time.Millisecond, Check: verify.Options{Checks: verify.AllChecks, Workers: 2, Faults: t.TempDir()}, Log: logger{t}, Quiet: time.Minute}
	for _, f := range change {
		f(&config)
	}
	in, toServer := io.Pipe()
	fromServer, out := io.Pipe()
	c.conn = rpc.NewConn(fromServer, toServer)
	ended := make(chan error, 1)
	go func() {
		err := Serve(context.Background(), config, in, out) // that of the test ends before its cleanup
		out.Close()
		ended <- err
	}()
	go c.listen()
	t.Cleanup(func() {
		c.call("shutdown", nil, nil)
		c.notify("exit", nil)
		if err := <-ended; err != nil {
			t.Errorf("the server ends with %v", err)
		}
		toServer.Close()
	})
	var result initializeResult
	c.call("initialize", map[string]any{
		"processId": nil, "rootUri": uriOf(dir), "initializationOptions": options,
		"capabilities": map[string]any{
			"window": map[string]any{"workDoneProgress": true, "showDocument": map[string]any{"support": true}},
			"workspace": map[string]any{
				"applyEdit": true, "workspaceEdit": map[string]any{"documentChanges": true},
				"didChangeWatchedFiles": map[string]any{"dynamicRegistration": true}, "codeLens": map[string]any{"refreshSupport": true}, "diagnostics": map[string]any{"refreshSupport": true},
			},
		},
	}, &result)
	if result.ServerInfo["name"] != "calvin" {
		t.Fatalf("initialize: %+v", result)
	}
	c.notify("initialized", map[string]any{})
	return c
}

// A logger writes to a test's log.
type logger struct{ *testing.T }

func (l logger) Write(p []byte) (int, error) {
	l.Logf("%s", p)
	return len(p), nil
}

// listen takes what the server says.
func (c *client) listen() {
	for {
		m, err := c.conn.Read()
		if err != nil {
			return
		}
		c.mu.Lock()
		switch {
		case m.Method == "":
			c.replies[string(m.ID)] = m
		case m.Method == "textDocument/publishDiagnostics":
			var p publishParams
			if err := json.Unmarshal(m.Params, &p); err != nil {
				c.Error(err)
			}
			name := strings.TrimPrefix(fileOf(p.URI), c.dir+"/")
			c.shown[name] = p
			c.times[name]++
		case m.Method == "$/progress":
			var p struct {
				Token string
				Value struct{ Kind string }
			}
			if err := json.Unmarshal(m.Params, &p); err != nil {
				c.Error(err)
			}
			c.progress = append(c.progress, p.Value.Kind)
			if c.cancelling && p.Value.Kind == "begin" {
				go c.conn.Notify("window/workDoneProgress/cancel", map[string]any{"token": p.Token})
			}
		case len(m.ID) > 0:
			c.requests = append(c.requests, m.Method)
			if m.Method == "workspace/applyEdit" && c.applies != nil {
				c.applies(m.Params)
			}
			var result any
			if m.Method == "window/showDocument" {
				result = map[string]any{"success": true}
			}
			go c.conn.Reply(m.ID, result, nil)
		}
		c.changed.Broadcast()
		c.mu.Unlock()
	}
}

func (c *client) notify(method string, params any) {
	c.Helper()
	if err := c.conn.Notify(method, params); err != nil {
		c.Errorf("%s: %v", method, err)
	}
}

// send sends a request and returns its ID.
func (c *client) send(method string, params any) string {
	c.Helper()
	c.mu.Lock()
	c.next++
	id, _ := json.Marshal(c.next)
	c.mu.Unlock()
	data, err := json.Marshal(params)
	if err != nil {
		c.Fatal(err)
	}
	if err := c.conn.Write(&rpc.Message{ID: id, Method: method, Params: data}); err != nil {
		c.Errorf("%s: %v", method, err)
	}
	return string(id)
}

// call sends a request and reads its result; an error is one of the test.
func (c *client) call(method string, params, result any) {
	c.Helper()
	m := c.await(method, c.send(method, params))
	if m.Error != nil {
		c.Fatalf("%s: %v", method, m.Error)
	}
	if result != nil {
		if err := json.Unmarshal(m.Result, result); err != nil {
			c.Fatalf("%s: %v: %s", method, err, m.Result)
		}
	}
}

func (c *client) await(what, id string) *rpc.Message {
	c.Helper()
	var m *rpc.Message
	c.until("a reply to "+what, func() bool { m = c.replies[id]; return m != nil })
	return m
}

// patience is how long a server may take for anything.
const patience = 8 * time.Second

// until waits for what the server does; the condition is looked at under the lock.
func (c *client) until(what string, ok func() bool) {
	c.Helper()
	deadline := time.AfterFunc(patience, func() {
		c.mu.Lock()
		defer c.mu.Unlock()
		c.changed.Broadcast()
	})
	defer deadline.Stop()
	begun := time.Now()
	c.mu.Lock()
	defer c.mu.Unlock()
	for !ok() {
		if time.Since(begun) >= patience {
			data, _ := json.MarshalIndent(c.shown, "", " ")
			c.Fatalf("waited %v for %s; shown is %s", patience, what, data)
		}
		c.changed.Wait()
	}
}

func (c *client) uri(name string) string { return uriOf(filepath.Join(c.dir, name)) }

// save writes a file to the disk.
func (c *client) save(name, text string) {
	c.Helper()
	path := filepath.Join(c.dir, name)
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		c.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
		c.Fatal(err)
	}
}

// read returns what is on the disk.
func (c *client) read(name string) string {
	c.Helper()
	data, err := os.ReadFile(filepath.Join(c.dir, name))
	if err != nil {
		c.Fatal(err)
	}
	return string(data)
}

func (c *client) open(name string) string {
	c.Helper()
	text := c.read(name)
	c.versions[name] = 1
	c.notify("textDocument/didOpen", map[string]any{"textDocument": map[string]any{
		"uri": c.uri(name), "languageId": "go", "version": 1, "text": text}})
	return text
}

// edit replaces the whole text of a buffer.
func (c *client) edit(name, text string) {
	c.Helper()
	c.versions[name]++
	c.notify("textDocument/didChange", map[string]any{
		"textDocument":   map[string]any{"uri": c.uri(name), "version": c.versions[name]},
		"contentChanges": []any{map[string]any{"text": text}},
	})
}

// checked edits a buffer and waits until a check of it has come to its end.
func (c *client) checked(name, text string) {
	c.Helper()
	refreshed := func() int {
		n := 0
		for _, m := range c.requests {
			if m == "workspace/codeLens/refresh" {
				n++
			}
		}
		return n
	}
	c.mu.Lock()
	before := refreshed()
	c.mu.Unlock()
	c.edit(name, text)
	c.until("a check of "+name, func() bool { return refreshed() > before })
}

// codes are the codes that are shown in a file, each with its line, from 1.
func codesOf(p publishParams) string {
	var all []string
	for _, d := range p.Diagnostics {
		all = append(all, d.Code+":"+itoa(d.Range.Start.Line+1))
	}
	slices.Sort(all)
	return strings.Join(all, " ")
}

func itoa(n int) string {
	data, _ := json.Marshal(n)
	return string(data)
}

// shows waits until the diagnostics of a file, of its present version, are the given ones.
func (c *client) shows(name, want string) publishParams {
	c.Helper()
	var p publishParams
	c.until(name+" to have "+want, func() bool {
		ok := false
		p, ok = c.shown[name]
		return ok && codesOf(p) == want
	})
	return p
}

func (c *client) document(name string) map[string]any {
	return map[string]any{"textDocument": map[string]any{"uri": c.uri(name)}}
}

// at is the position of the n-th place, from 1, at which a text has something.
func (c *client) at(name, text, something string, n int) map[string]any {
	c.Helper()
	from := 0
	for range n {
		i := strings.Index(text[from:], something)
		if i < 0 {
			c.Fatalf("%s has no %q", name, something)
		}
		from += i + len(something)
	}
	p := c.document(name)
	p["position"] = place(text, from-len(something))
	return p
}
