package rpc

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"sync"
	"testing"
)

// TestCalls: each of two calls gets its response, in whatever order they come.
func TestCalls(t *testing.T) {
	var c *Conn
	c = NewConn(nil, writer(func(request []byte) {
		var m Message
		_, body, _ := bytes.Cut(request, []byte("\r\n\r\n"))
		if err := json.Unmarshal(body, &m); err != nil {
			t.Error(err)
		}
		go c.Respond(&Message{ID: m.ID, Result: m.Params})
	}))
	var wg sync.WaitGroup
	for n := range 2 {
		wg.Go(func() {
			got := -1
			if err := c.Call(t.Context(), "m", n, &got); err != nil || got != n {
				t.Errorf("%d, %v; want %d", got, err, n)
			}
		})
	}
	wg.Wait()
}

// A writer gets what is written.
type writer func([]byte)

func (w writer) Write(p []byte) (int, error) {
	w(p)
	return len(p), nil
}

// TestTwoResponses: a client that responds twice to a request keeps nobody from going on, even if the request is cancelled meanwhile.
func TestTwoResponses(t *testing.T) {
	c := NewConn(nil, io.Discard)
	ctx, cancel := context.WithCancel(context.Background())
	called := make(chan error)
	go func() { called <- c.Call(ctx, "m", nil, nil) }()
	go cancel()
	for range 2 {
		c.Respond(&Message{ID: json.RawMessage("1")})
	}
	if err := <-called; err != nil && !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

// TestCancel: a request that is cancelled ends with its context.
func TestCancel(t *testing.T) {
	c := NewConn(nil, io.Discard)
	ctx, done := c.Begin(context.Background(), json.RawMessage("1"))
	go c.Cancel(json.RawMessage("1"))
	<-ctx.Done()
	done()
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(c.cancels) != 0 {
		t.Error("the request is still at work")
	}
}

// FuzzRead: whatever comes in, there is a message, the end, or an error, and what is written can be read.
func FuzzRead(f *testing.F) {
	for _, seed := range []string{
		"", "Content-Length: 2\r\n\r\n{}", "Content-Length: 99999999999\r\n\r\n{}", "Content-Length: -1\r\n\r\n",
		"Content-Type: x\r\nContent-Length: 17\r\n\r\n{\"method\":\"exit\"}", "Content-Length: 5\r\n\r\n{}", "\r\n\r\n",
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		c := NewConn(bytes.NewReader(data), io.Discard)
		for {
			m, err := c.Read()
			if err != nil {
				if len(data) == 0 && !errors.Is(err, io.EOF) {
					t.Fatalf("of nothing: %v", err)
				}
				return
			}
			var b bytes.Buffer
			if err := NewConn(nil, &b).Write(m); err != nil {
				return // a part of it was no JSON of its own
			}
			again, err := NewConn(&b, nil).Read()
			if err != nil || again.Method != m.Method {
				t.Fatalf("%+v is read as %+v, %v", m, again, err)
			}
		}
	})
}
