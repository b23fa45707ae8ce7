// Package rpc takes the two ends of a connection, and gives the messages that come in and sends those that go out:
// JSON-RPC 2.0 with the framing of the language server protocol.
//
//	conn.go  a connection: messages, requests that wait for their responses, and requests at work that can be cancelled
package rpc

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

// A Message is one of JSON-RPC 2.0: a request has a method and an ID, a notification has a method, a response has an ID.
type Message struct {
	Version string          `json:"jsonrpc"`
	ID      json.RawMessage `json:"id,omitempty"`
	Method  string          `json:"method,omitempty"`
	Params  json.RawMessage `json:"params,omitempty"`
	Result  json.RawMessage `json:"result,omitempty"`
	Error   *Error          `json:"error,omitempty"`
}

// An Error is why a request has no result.
type Error struct {
	Code    int    `json:"code"`
	Message string `json:"message"`
}

func (e *Error) Error() string { return e.Message }

// The codes of errors, of JSON-RPC and of the language server protocol.
const (
	MethodNotFound = -32601
	InvalidParams  = -32602
	Internal       = -32603
	NotInitialized = -32002
	InvalidRequest = -32600
	Cancelled      = -32800
)

// maxMessage bounds a message: larger ones are not from an editor.
const maxMessage = 64 << 20

// A Conn talks JSON-RPC with the framing of the language server protocol.
//
// It is written by hand because it is shorter than what would connect a library: go.lsp.dev/protocol is of 2022 and brings a
// logger and a JSON parser of its own, the go command's own packages cannot be imported, and libraries for JSON-RPC alone
// leave framing, cancellation and the order of messages to do.
type Conn struct {
	in *bufio.Reader

	writing sync.Mutex
	out     io.Writer

	mu      sync.Mutex
	asked   int
	waiting map[string]chan response      // for those that are due, by the ID of the request
	cancels map[string]context.CancelFunc // of the requests at work, by ID
}

// A response is what a message says of a request: a result, as JSON, or an error.
type response struct {
	result string
	failed bool
	err    Error
}

// NewConn makes a connection. One goroutine reads, any may write.
func NewConn(in io.Reader, out io.Writer) *Conn {
	return &Conn{in: bufio.NewReader(in), out: out, waiting: map[string]chan response{}, cancels: map[string]context.CancelFunc{}}
}

// Read returns the next message; io.EOF at the end.
func (c *Conn) Read() (*Message, error) {
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
	m := new(Message)
	if err := json.Unmarshal(body, m); err != nil {
		return nil, fmt.Errorf("read a message: %w", err)
	}
	return m, nil
}

// Write sends a message.
func (c *Conn) Write(m *Message) error {
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

// Notify sends a notification.
func (c *Conn) Notify(method string, params any) error {
	data, err := json.Marshal(params)
	if err != nil {
		return fmt.Errorf("notify %s: %w", method, err)
	}
	return c.Write(&Message{Method: method, Params: data})
}

// Call sends a request and waits for its response.
func (c *Conn) Call(ctx context.Context, method string, params, result any) error {
	data, err := json.Marshal(params)
	if err != nil {
		return fmt.Errorf("ask %s: %w", method, err)
	}
	reply := make(chan response, 1)
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
	if err := c.Write(&Message{ID: json.RawMessage(id), Method: method, Params: data}); err != nil {
		return err
	}
	select {
	case r := <-reply:
		if r.failed {
			return fmt.Errorf("%s: %w", method, &r.err)
		}
		if result == nil {
			return nil
		}
		return json.Unmarshal([]byte(r.result), result)
	case <-ctx.Done():
		return ctx.Err()
	}
}

// Respond hands a response to whoever waits for it.
func (c *Conn) Respond(m *Message) {
	r := response{result: string(m.Result)}
	if m.Error != nil {
		r.failed, r.err = true, *m.Error
	}
	id := string(m.ID)
	c.mu.Lock()
	reply := c.waiting[id]
	delete(c.waiting, id) // a second response to one request is of no use
	c.mu.Unlock()
	if reply != nil {
		reply <- r
	}
}

// Begin returns the context of a request, which cancel ends. The caller calls done at its end.
func (c *Conn) Begin(ctx context.Context, id json.RawMessage) (_ context.Context, done func()) {
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

// Cancel ends the context of a request, if it is still at work.
func (c *Conn) Cancel(id json.RawMessage) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if cancel := c.cancels[string(id)]; cancel != nil {
		cancel()
	}
}

// Reply sends the response to a request.
func (c *Conn) Reply(id json.RawMessage, result any, err error) error {
	m := &Message{ID: id}
	if err == nil {
		m.Result, err = json.Marshal(result)
	}
	if e := (*Error)(nil); errors.As(err, &e) {
		m.Error = e
	} else if errors.Is(err, context.Canceled) {
		m.Error = &Error{Cancelled, "cancelled"}
	} else if err != nil {
		m.Error = &Error{Internal, err.Error()}
	}
	return c.Write(m)
}
