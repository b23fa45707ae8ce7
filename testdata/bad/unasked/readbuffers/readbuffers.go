// Package readbuffers has no annotations. Its buffers are in fields, and are read into under a lock.
package readbuffers

import (
	"encoding/binary"
	"io"
	"net"
	"sync"
)

// A Reader reads frames into arrays of its own.
type Reader struct {
	mu   sync.Mutex
	r    io.Reader
	head [4]byte
	body [4096]byte
}

// NewReader returns one.
func NewReader(r io.Reader) *Reader { return &Reader{r: r} }

// Next returns a copy of the next frame.
func (x *Reader) Next() ([]byte, error) {
	x.mu.Lock()
	defer x.mu.Unlock()
	if _, err := io.ReadFull(x.r, x.head[:]); err != nil {
		return nil, err
	}
	n := int(binary.BigEndian.Uint32(x.head[:]))
	if n > len(x.body) {
		return nil, io.ErrShortBuffer
	}
	if _, err := io.ReadFull(x.r, x.body[:n]); err != nil {
		return nil, err
	}
	out := make([]byte, n)
	copy(out, x.body[:n])
	return out, nil
}

// Head reads without the lock.
func (x *Reader) Head() byte {
	return x.head[0] // failed
}

// Skip reads into the array without the lock.
func (x *Reader) Skip() error {
	_, err := io.ReadFull(x.r, x.head[:]) // failed
	return err
}

// Peek reads the head alone.
func (x *Reader) Peek() (uint32, error) {
	x.mu.Lock()
	defer x.mu.Unlock()
	if _, err := io.ReadFull(x.r, x.head[:]); err != nil {
		return 0, err
	}
	return binary.BigEndian.Uint32(x.head[:]), nil
}

// Kept gives a part of the array away.
func (x *Reader) Kept() []byte {
	x.mu.Lock()
	defer x.mu.Unlock()
	return x.body[:2] // failed
}

// A Client has one buffer for all answers.
type Client struct {
	mu   sync.RWMutex
	conn net.Conn
	buf  []byte
}

// Dial returns one that is connected.
func Dial(address string) (*Client, error) {
	conn, err := net.Dial("tcp", address)
	if err != nil {
		return nil, err
	}
	return &Client{conn: conn, buf: make([]byte, 512)}, nil
}

// Call asks, and returns the answer.
func (c *Client) Call(question string) (string, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if _, err := io.WriteString(c.conn, question); err != nil {
		return "", err
	}
	n, err := c.conn.Read(c.buf)
	if err != nil {
		return "", err
	}
	return string(c.buf[:n]), nil
}

// Last returns what is in the buffer.
func (c *Client) Last() string {
	c.mu.RLock()
	defer c.mu.RUnlock()
	return string(c.buf)
}

// First returns the first byte.
func (c *Client) First() byte {
	c.mu.RLock()
	defer c.mu.RUnlock()
	return c.buf[0]
}

// Refill reads into the buffer where others read it.
func (c *Client) Refill() {
	c.mu.RLock()
	defer c.mu.RUnlock()
	c.conn.Read(c.buf) // failed
}

// Late looks into the buffer when the lock is released.
func (c *Client) Late() byte {
	c.mu.Lock()
	c.conn.Read(c.buf)
	c.mu.Unlock()
	return c.buf[0] // failed
}

// Sent gives the buffer to another goroutine.
func (c *Client) Sent(out chan []byte) {
	c.mu.Lock()
	defer c.mu.Unlock()
	n, _ := c.conn.Read(c.buf)
	out <- c.buf[:n]
}

// Got looks into what it gets.
func Got(in chan []byte) byte {
	b := <-in
	return b[0] // failed
}
