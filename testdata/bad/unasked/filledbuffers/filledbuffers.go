// Package filledbuffers has objects of which code of others writes slices and maps: it sorts them, or reads into them. They change as if the package wrote
// elements itself, so whoever has them synchronises.
package filledbuffers

import (
	"bufio"
	"encoding/binary"
	"io"
	"maps"
	"net"
	"net/http"
	"os"
	"slices"
	"sort"
	"sync"
)

// scores is plain: who has one has it to himself.
type scores struct {
	values []int
	named  map[string]int
	meta   http.Header
}

func (s *scores) sort()                        { sort.Ints(s.values) }
func (s *scores) sortDown()                    { sort.Sort(sort.Reverse(sort.IntSlice(s.values))) }
func (s *scores) reverse()                     { slices.Reverse(s.values) }
func (s *scores) add(others map[string]int)    { maps.Copy(s.named, others) }
func (s *scores) label(text string)            { s.meta.Set("Label", text) }
func (s *scores) best() int                    { return s.values[0] }
func (s *scores) of(name string) (int, string) { return s.named[name], s.meta.Get("Label") }

func (s *scores) sortBy(less func(a, b int) bool) {
	sort.Slice(s.values, func(i, j int) bool { return less(s.values[i], s.values[j]) })
}

// A frame is filled by what it is read from.
type frame struct {
	head []byte
	body []byte
}

func newFrame() *frame { return &frame{make([]byte, 4), make([]byte, 100)} }

func (f *frame) read(r io.Reader) (int, error) {
	if _, err := io.ReadFull(r, f.head); err != nil {
		return 0, err
	}
	return r.Read(f.body[:binary.LittleEndian.Uint32(f.head)])
}

func (f *frame) readFrom(c *net.UDPConn) (int, error) { return c.Read(f.body) }

func (f *frame) readFile(file *os.File) (int, error) { return file.ReadAt(f.body, 0) }

func (f *frame) write(w io.Writer) error {
	binary.LittleEndian.PutUint32(f.head, uint32(len(f.body)))
	_, err := w.Write(f.head)
	return err
}

// A Conn has one goroutine that reads.
type Conn struct {
	conn net.Conn
	buf  []byte

	mu   sync.Mutex
	last byte
}

func NewConn(c net.Conn) *Conn {
	conn := &Conn{conn: c, buf: make([]byte, 512)}
	go conn.readLoop()
	return conn
}

func (c *Conn) readLoop() {
	for {
		n, err := c.conn.Read(c.buf)
		if err != nil || n == 0 {
			return
		}
		c.mu.Lock()
		c.last = c.buf[n-1]
		c.mu.Unlock()
	}
}

func (c *Conn) Last() byte {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.last
}

// A Block is read under its lock.
type Block struct {
	mu   sync.Mutex
	data []byte
}

func (b *Block) Fill(r io.Reader) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	_, err := r.Read(b.data)
	return err
}

func (b *Block) First() byte {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.data[0]
}

// What follows is wrong.

// A shared buffer has no lock.
var shared = newFrame()

func (f *frame) fillShared(r io.Reader) (int, error) { return r.Read(f.body) } // failed

func Share(r io.Reader) byte {
	go shared.fillShared(r)
	return shared.body[0] // failed
}

type table struct{ rows [][]byte }

var rows = &table{rows: [][]byte{make([]byte, 10)}}

func (t *table) fill(r io.Reader) {
	for _, row := range t.rows {
		r.Read(row) // failed
	}
}

func Rows(r io.Reader) byte {
	go rows.fill(r)
	return rows.rows[0][0] // failed
}

// An Unguarded block is read without its lock.
type Unguarded struct {
	mu   sync.Mutex
	data []byte
}

func (u *Unguarded) Fill(r io.Reader) error {
	_, err := r.Read(u.data) // failed
	return err
}

func (u *Unguarded) FillFile(f *os.File) error {
	_, err := f.ReadAt(u.data, 0) // failed
	return err
}

func (u *Unguarded) Set(i int, b byte) {
	u.mu.Lock()
	defer u.mu.Unlock()
	u.data[i] = b
}

func (u *Unguarded) First() byte {
	u.mu.Lock()
	defer u.mu.Unlock()
	return u.data[0]
}

// An Exposed block gives its slice to a reader once it has let go of the lock.
type Exposed struct {
	mu   sync.Mutex
	data []byte
}

func (e *Exposed) Fill(r *bufio.Reader) error {
	e.mu.Lock()
	data := e.data
	e.mu.Unlock()
	_, err := r.Read(data) // failed
	return err
}

func (e *Exposed) First() byte {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.data[0]
}

// A handler that keeps one buffer for all requests.
type handler struct{ buf []byte }

func (h *handler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	n, _ := r.Body.Read(h.buf) // failed
	w.Write(h.buf[:n])
}

// Sorting sorts while a goroutine reads.
func Sorting(s *scores) int {
	done := make(chan bool)
	go func() { // failed
		s.sort()
		done <- true
	}()
	best := s.best()
	<-done
	return best
}
