// Package libcalls calls functions of the standard library that panic for some arguments, with others.
package libcalls

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/json"
	"errors"
	"hash"
	"io"
	"io/fs"
	"math/rand"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"sort"
	"strconv"
	"strings"
	"sync"
	"time"
	"unicode/utf8"
)

// word is a word.
var word = regexp.MustCompile(`\w+`)

// An entry is read and written under its lock.
type entry struct {
	mu sync.RWMutex
	//calvin:guarded_by mu
	data [8]byte
	//calvin:guarded_by mu
	names []string
}

// key is what a context has a value for.
type key struct{ name string }

// Digits writes numbers.
func Digits(n int64, m uint64, x float64) string {
	return strconv.FormatInt(n, 10) + strconv.FormatUint(m, 16) + strconv.FormatFloat(x, 'g', -1, 64)
}

// Base writes a number in a base that the caller chooses.
func Base(n int64, base int) string {
	if base < 2 || base > 36 {
		base = 10
	}
	return strconv.FormatInt(n, base)
}

// Indent repeats a constant, so often as a small number says.
func Indent(depth uint8) string {
	return strings.Repeat("  ", int(depth))
}

// Pad fills a line up.
func Pad(s string, width int) string {
	if width > 1000 || width < len(s) {
		return s
	}
	return s + strings.Repeat(" ", width-len(s))
}

// Timeout passes its context on.
func Timeout(ctx context.Context, d time.Duration) error {
	ctx, cancel := context.WithTimeout(context.WithValue(ctx, key{"a"}, 1), d)
	defer cancel()
	return ctx.Err()
}

// Background makes a context.
func Background() error {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	return ctx.Err()
}

// Path looks for a type of error.
func Path(err error) string {
	var target *fs.PathError
	if errors.As(err, &target) && target != nil {
		return target.Path
	}
	if errors.Is(err, io.EOF) {
		return "end"
	}
	return ""
}

// After takes what stands behind a separator.
func After(s, sep string) string {
	if i := strings.Index(s, sep); i >= 0 {
		return s[i+len(sep):]
	}
	return s
}

// First is the first field.
func First(s string) string {
	before, _, _ := strings.Cut(s, ",")
	if parts := strings.Split(before, ":"); len(parts) > 1 {
		return parts[0]
	}
	return strings.Split(before, ":")[0]
}

// Pick picks an element.
func Pick(a []int) int {
	if len(a) == 0 {
		return 0
	}
	return a[rand.Intn(len(a))]
}

// Most is the greatest element.
func Most(a []int) int {
	if len(a) == 0 {
		return 0
	}
	return slices.Max(a)
}

// Length reads a number.
func Length(header string) uint32 {
	b := []byte(header)
	if len(b) < 4 {
		return 0
	}
	return binary.BigEndian.Uint32(b)
}

// Rune decodes the first rune.
func Rune(s string) (string, rune) {
	r, n := utf8.DecodeRuneInString(s)
	return s[n:], r
}

// Every counts with a ticker.
func Every(d time.Duration) time.Time {
	if d <= 0 {
		d = time.Second
	}
	t := time.NewTicker(d)
	return <-t.C
}

// Words counts words.
func (e *entry) Words() int {
	e.mu.RLock()
	defer e.mu.RUnlock()
	n := 0
	for _, s := range e.names {
		if word.MatchString(s) {
			n++
		}
	}
	return n
}

// Put writes a number.
func (e *entry) Put(n uint32) {
	e.mu.Lock()
	defer e.mu.Unlock()
	binary.LittleEndian.PutUint32(e.data[2:], n)
}

// Sort sorts names.
func (e *entry) Sort() {
	e.mu.Lock()
	defer e.mu.Unlock()
	sort.Slice(e.names, func(i, j int) bool { return e.names[i] < e.names[j] })
}

// Has looks for a name.
func (e *entry) Has(name string) bool {
	e.mu.RLock()
	defer e.mu.RUnlock()
	return slices.Contains(e.names, name)
}

// Copies copies references to what has a lock.
func Copies(entries []*entry) []*entry { return slices.Clone(entries) }

//lint:file-ignore U1000 what is not exported is verified, and not called

// Handler returns what serves requests. It is never nil.
//
//calvin:atomic
//calvin:ensures result != nil
func Handler() http.Handler {
	mux := http.NewServeMux()
	mux.Handle("/", http.NotFoundHandler())
	return mux
}

// Serve has the handler answer one request.
func Serve(w http.ResponseWriter) error {
	req, err := http.NewRequest("GET", "/", strings.NewReader(""))
	if err != nil || w == nil {
		return err
	}
	h := Handler()
	if req.Method == "GET" {
		h.ServeHTTP(w, req)
	}
	return nil
}

// Sum writes numbers, and returns what they are hashed to.
func Sum(w io.Writer, n int) ([]byte, error) {
	var h hash.Hash = sha256.New()
	enc := json.NewEncoder(io.MultiWriter(w, h))
	for i := range n {
		if err := enc.Encode(i); err != nil {
			return nil, err
		}
	}
	return h.Sum(nil), nil
}

// Host returns the host of a URL.
func Host(raw string) string {
	u, err := url.Parse(raw)
	if err != nil {
		return ""
	}
	return u.Host
}
