package main

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/textproto"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"time"
)

// A conversation is what an editor asks calvin lsp about a file.
type conversation struct {
	open    string // the file
	env     string // more of the environment: NAME=value
	options string // initialization options, as JSON
	asks    []ask
	atEnd   func(pid int) // looks at the server before it ends; may be nil
}

// An ask is one of: diagnostics that are awaited, a change, a request. What the server says to each is a line of the output.
type ask struct {
	await  string // diagnostics of the file that match this regular expression
	ended  bool   // the end of the check of what is in the file now
	old    string // in a change: this text becomes ...
	new    string // ... that one
	method string // of a request
	at     string // its place: a text of the file, in which ‸ is the cursor
	params string // more of its parameters, as JSON
}

// A session is a server that runs, seen from the editor.
type session struct {
	in       io.WriteCloser
	out      *bufio.Reader
	uri      string // of the file
	text     string
	version  int
	shown    string // the last diagnostics of the file
	checked  bool   // since the last change a check has come to its end: the server wants what depends on it to be asked for again
	asked    int
	requests []string // what the server wants of the editor
	atEnd    func()   // may be nil
}

type rpc struct {
	Version string          `json:"jsonrpc"`
	ID      json.RawMessage `json:"id,omitempty"`
	Method  string          `json:"method,omitempty"`
	Params  json.RawMessage `json:"params,omitempty"`
	Result  json.RawMessage `json:"result,omitempty"`
	Error   json.RawMessage `json:"error,omitempty"`
}

// talk holds the conversation, and returns what the server says.
func (c *conversation) talk(ctx context.Context, b *bench, dir string) (string, error) {
	dir, err := filepath.EvalSymlinks(dir)
	if err != nil {
		return "", err
	}
	text, err := os.ReadFile(filepath.Join(dir, c.open))
	if err != nil {
		return "", err
	}
	cmd := exec.CommandContext(ctx, filepath.Join(b.bin, "calvin"), "lsp")
	cmd.Dir, cmd.Env = dir, append(b.env[:len(b.env):len(b.env)], c.env)
	cmd.WaitDelay = time.Second
	in, err := cmd.StdinPipe()
	if err != nil {
		return "", err
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return "", err
	}
	if err := cmd.Start(); err != nil {
		return "", err
	}
	s := &session{in: in, out: bufio.NewReader(out), uri: fileURI(filepath.Join(dir, c.open)), text: string(text)}
	if c.atEnd != nil {
		s.atEnd = func() { c.atEnd(cmd.Process.Pid) }
	}
	said, err := s.converse(c, fileURI(dir))
	in.Close()
	if end := cmd.Wait(); err == nil && end != nil {
		err = fmt.Errorf("the server ends with %w", end)
	}
	return said, err
}

// converse says hello, asks what is to be asked, and says goodbye.
func (s *session) converse(c *conversation, root string) (string, error) {
	options := c.options
	if options == "" {
		options = "{}"
	}
	hello := fmt.Sprintf(`{"processId":null,"rootUri":%q,"initializationOptions":%s,"capabilities":{
		"window":{"workDoneProgress":true,"showDocument":{"support":true}},
		"textDocument":{"diagnostic":{},"codeAction":{"codeActionLiteralSupport":{"codeActionKind":{"valueSet":[]}}}},
		"workspace":{"applyEdit":true,"workspaceEdit":{"documentChanges":true},"codeLens":{"refreshSupport":true}}}}`, root, options)
	if _, err := s.request("initialize", hello); err != nil {
		return "", err
	}
	if err := s.send(rpc{Method: "initialized", Params: json.RawMessage("{}")}); err != nil {
		return "", err
	}
	open := fmt.Sprintf(`{"textDocument":{"uri":%q,"languageId":"go","version":1,"text":%s}}`, s.uri, quoted(s.text))
	s.version = 1
	if err := s.send(rpc{Method: "textDocument/didOpen", Params: json.RawMessage(open)}); err != nil {
		return "", err
	}
	var out strings.Builder
	for _, a := range c.asks {
		said, err := s.ask(a)
		fmt.Fprintf(&out, "%s\n", said)
		if err != nil {
			return out.String(), err
		}
	}
	for _, r := range s.requests {
		fmt.Fprintf(&out, "the server asks for %s\n", r)
	}
	if s.atEnd != nil {
		s.atEnd()
	}
	if _, err := s.request("shutdown", "null"); err != nil {
		return out.String(), err
	}
	return out.String(), s.send(rpc{Method: "exit"})
}

// ask does one thing.
func (s *session) ask(a ask) (string, error) {
	switch {
	case a.ended:
		for !s.checked {
			if err := s.listen(); err != nil {
				return s.shown, fmt.Errorf("the check does not end: %w", err)
			}
		}
		return "diagnostics " + s.shown, nil
	case a.await != "":
		re := regexp.MustCompile(a.await)
		for !re.MatchString(s.shown) {
			if err := s.listen(); err != nil {
				return s.shown, fmt.Errorf("no diagnostics like %q: %w", a.await, err)
			}
		}
		return "diagnostics " + s.shown, nil
	case a.old != "":
		if !strings.Contains(s.text, a.old) {
			return "", fmt.Errorf("the file has no %q", a.old)
		}
		s.text = strings.Replace(s.text, a.old, a.new, 1)
		s.version++
		s.shown, s.checked = "", false
		change := fmt.Sprintf(`{"textDocument":{"uri":%q,"version":%d},"contentChanges":[{"text":%s}]}`, s.uri, s.version, quoted(s.text))
		return "changed", s.send(rpc{Method: "textDocument/didChange", Params: json.RawMessage(change)})
	}
	params, err := s.params(a)
	if err != nil {
		return "", err
	}
	result, err := s.request(a.method, params)
	return strings.TrimPrefix(a.method, "textDocument/") + " " + result, err
}

// params are those of a request: the file, the place as a position and as a range, and what the ask has besides.
func (s *session) params(a ask) (string, error) {
	all := map[string]any{"textDocument": map[string]any{"uri": s.uri}}
	if a.at != "" {
		before, after, _ := strings.Cut(a.at, "‸")
		i := strings.Index(s.text, before+after)
		if i < 0 {
			return "", fmt.Errorf("the file has no %q", before+after)
		}
		i += len(before)
		line := strings.Count(s.text[:i], "\n")
		at := map[string]any{"line": line, "character": i - strings.LastIndexByte(s.text[:i], '\n') - 1}
		all["position"] = at
		all["range"] = map[string]any{"start": at, "end": at}
	}
	if a.params != "" {
		if err := json.Unmarshal([]byte(strings.ReplaceAll(a.params, "$URI", s.uri)), &all); err != nil {
			return "", fmt.Errorf("%s: %w", a.method, err)
		}
	}
	data, err := json.Marshal(all)
	return string(data), err
}

// request sends a request and waits for the answer.
func (s *session) request(method, params string) (string, error) {
	s.asked++
	id := json.RawMessage(strconv.Itoa(s.asked))
	if err := s.send(rpc{ID: id, Method: method, Params: json.RawMessage(params)}); err != nil {
		return "", err
	}
	for {
		m, err := s.read()
		if err != nil {
			return "", fmt.Errorf("%s: %w", method, err)
		}
		if m.Method != "" {
			if err := s.take(m); err != nil {
				return "", err
			}
			continue
		}
		if string(m.ID) == string(id) {
			if m.Error != nil {
				return "error " + string(m.Error), nil
			}
			return string(m.Result), nil
		}
	}
}

// listen takes the next that the server says on its own.
func (s *session) listen() error {
	m, err := s.read()
	if err != nil {
		return err
	}
	return s.take(m)
}

// take keeps diagnostics of the file, and grants what the server asks for.
func (s *session) take(m rpc) error {
	if m.Method == "textDocument/publishDiagnostics" {
		var p struct {
			URI         string          `json:"uri"`
			Diagnostics json.RawMessage `json:"diagnostics"`
		}
		if err := json.Unmarshal(m.Params, &p); err != nil {
			return err
		}
		if p.URI == s.uri {
			s.shown = string(p.Diagnostics)
		}
		return nil
	}
	s.checked = s.checked || m.Method == "workspace/codeLens/refresh"
	if m.Method != "$/progress" || !strings.Contains(string(m.Params), `"report"`) {
		s.requests = append(s.requests, m.Method+" "+shortened(string(m.Params)))
	}
	if m.ID == nil {
		return nil
	}
	answer := "null"
	switch m.Method {
	case "window/showDocument":
		answer = `{"success":true}`
	case "workspace/applyEdit":
		answer = `{"applied":true}`
	}
	return s.send(rpc{ID: m.ID, Result: json.RawMessage(answer)})
}

// send writes a message.
func (s *session) send(m rpc) error {
	m.Version = "2.0"
	data, err := json.Marshal(m)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(s.in, "Content-Length: %d\r\n\r\n%s", len(data), data)
	return err
}

// read reads one.
func (s *session) read() (m rpc, err error) {
	header, err := textproto.NewReader(s.out).ReadMIMEHeader()
	if err != nil {
		return m, err
	}
	n, err := strconv.Atoi(header.Get("Content-Length"))
	if err != nil {
		return m, err
	}
	data := make([]byte, n)
	if _, err := io.ReadFull(s.out, data); err != nil {
		return m, err
	}
	return m, json.Unmarshal(data, &m)
}

func fileURI(path string) string {
	return (&url.URL{Scheme: "file", Path: filepath.ToSlash(path)}).String()
}

func quoted(text string) string {
	data, err := json.Marshal(text)
	if err != nil { // of a string there is none
		panic(err)
	}
	return string(data)
}
