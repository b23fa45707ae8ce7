package lsp

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/textproto"
	"strconv"
	"sync"
)

// A message is one of JSON-RPC 2.0: a request has a method and an ID, a notification has a method, a response has an ID.
type message struct {
	Version string          `json:"jsonrpc"`
	ID      json.RawMessage `json:"id,omitempty"`
	Method  string          `json:"method,omitempty"`
	Params  json.RawMessage `json:"params,omitempty"`
	Result  json.RawMessage `json:"result,omitempty"`
	Error   *rpcError       `json:"error,omitempty"`
}

type rpcError struct {
	Code    int    `json:"code"`
	Message string `json:"message"`
}

func (e *rpcError) Error() string { return e.Message }

// The codes of errors, of JSON-RPC and of the language server protocol.
const (
	codeMethodNotFound = -32601
	codeInvalidParams  = -32602
	codeInternal       = -32603
	codeNotInitialized = -32002
	codeInvalidRequest = -32600
	codeCancelled      = -32800
)

// maxMessage bounds a message: larger ones are not from an editor.
const maxMessage = 64 << 20

// A conn talks JSON-RPC with the framing of the language server protocol.
//
// It is written by hand because it is shorter than what would connect a library: go.lsp.dev/protocol is of 2022 and brings a
// logger and a JSON parser of its own, the go command's own packages cannot be imported, and libraries for JSON-RPC alone
// leave framing, cancellation and the order of messages to do.
type conn struct {
	in *bufio.Reader

	writing sync.Mutex
	out     io.Writer

	mu      sync.Mutex
	asked   int
	waiting map[string]chan *message // responses that are due, by ID
	cancels map[string]context.CancelFunc
}

func newConn(in io.Reader, out io.Writer) *conn {
	return &conn{in: bufio.NewReader(in), out: out, waiting: map[string]chan *message{}, cancels: map[string]context.CancelFunc{}}
}

// read returns the next message; io.EOF at the end.
func (c *conn) read() (*message, error) {
	header, err := textproto.NewReader(c.in).ReadMIMEHeader()
	if err != nil {
		if errors.Is(err, io.EOF) && len(header) == 0 {
			return nil, io.EOF
		}
		return nil, fmt.Errorf("read a header: %w", err)
	}
	n, err := strconv.Atoi(header.Get("Content-Length"))
	if err != nil || n < 0 || n > maxMessage {
		return nil, fmt.Errorf("read a header: Content-Length is %q", header.Get("Content-Length"))
	}
	body := make([]byte, n)
	if _, err := io.ReadFull(c.in, body); err != nil {
		return nil, fmt.Errorf("read a message: %w", err)
	}
	m := new(message)
	if err := json.Unmarshal(body, m); err != nil {
		return nil, fmt.Errorf("read a message: %w", err)
	}
	return m, nil
}

func (c *conn) write(m *message) error {
	m.Version = "2.0"
	body, err := json.Marshal(m)
	if err != nil {
		return fmt.Errorf("write a message: %w", err)
	}
	c.writing.Lock()
	defer c.writing.Unlock()
	if _, err := fmt.Fprintf(c.out, "Content-Length: %d\r\n\r\n%s", len(body), body); err != nil {
		return fmt.Errorf("write a message: %w", err)
	}
	return nil
}

// notify sends a notification.
func (c *conn) notify(method string, params any) error {
	data, err := json.Marshal(params)
	if err != nil {
		return fmt.Errorf("notify %s: %w", method, err)
	}
	return c.write(&message{Method: method, Params: data})
}

// call sends a request and waits for its response.
func (c *conn) call(ctx context.Context, method string, params, result any) error {
	data, err := json.Marshal(params)
	if err != nil {
		return fmt.Errorf("ask %s: %w", method, err)
	}
	reply := make(chan *message, 1)
	c.mu.Lock()
	c.asked++
	id := strconv.Itoa(c.asked)
	c.waiting[id] = reply
	c.mu.Unlock()
	defer func() {
		c.mu.Lock()
		delete(c.waiting, id)
		c.mu.Unlock()
	}()
	if err := c.write(&message{ID: json.RawMessage(id), Method: method, Params: data}); err != nil {
		return err
	}
	select {
	case m := <-reply:
		if m.Error != nil {
			return fmt.Errorf("%s: %w", method, m.Error)
		}
		if result == nil {
			return nil
		}
		return json.Unmarshal(m.Result, result)
	case <-ctx.Done():
		return ctx.Err()
	}
}

// respond hands a response to whoever waits for it.
func (c *conn) respond(m *message) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if reply := c.waiting[string(m.ID)]; reply != nil {
		reply <- m
	}
}

// begin returns the context of a request, which cancel ends. The caller calls done at its end.
func (c *conn) begin(ctx context.Context, id json.RawMessage) (_ context.Context, done func()) {
	ctx, cancel := context.WithCancel(ctx)
	key := string(id)
	c.mu.Lock()
	c.cancels[key] = cancel
	c.mu.Unlock()
	return ctx, func() {
		cancel()
		c.mu.Lock()
		delete(c.cancels, key)
		c.mu.Unlock()
	}
}

// cancel ends the context of a request, if it is still at work.
func (c *conn) cancel(id json.RawMessage) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if cancel := c.cancels[string(id)]; cancel != nil {
		cancel()
	}
}

// reply sends the response to a request.
func (c *conn) reply(id json.RawMessage, result any, err error) error {
	m := &message{ID: id}
	if err == nil {
		m.Result, err = json.Marshal(result)
	}
	if e := (*rpcError)(nil); errors.As(err, &e) {
		m.Error = e
	} else if errors.Is(err, context.Canceled) {
		m.Error = &rpcError{codeCancelled, "cancelled"}
	} else if err != nil {
		m.Error = &rpcError{codeInternal, err.Error()}
	}
	return c.write(m)
}
