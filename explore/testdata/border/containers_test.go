package border

import (
	"bufio"
	"bytes"
	"container/list"
	"container/ring"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"log"
	"math/big"
	"math/rand"
	randv2 "math/rand/v2"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"testing"
)

func TestContainerBuffer(t *testing.T) {
	var b bytes.Buffer
	together(func() { b.WriteString("a") }, func() { b.WriteString("b") }) // want race
}

func TestContainerBufferOfMany(t *testing.T) {
	type pair struct{ n, m bytes.Buffer }
	p := &pair{}
	together(func() { p.n.WriteString("a") }, func() { p.m.WriteString("b") })
}

func TestContainerDeferred(t *testing.T) {
	var b bytes.Buffer
	together(func() { defer b.Reset() }, func() { _ = b.Len() }) // want race
}

func TestContainerWhole(t *testing.T) {
	b := &bytes.Buffer{}
	together(func() { *b = bytes.Buffer{} }, func() { _ = b.Len() }) // want race
}

func TestContainerEmbedded(t *testing.T) {
	type text struct {
		mu sync.Mutex
		bytes.Buffer
	}
	x := &text{}
	together(func() { x.WriteString("a") }, func() { _ = x.String() }) // want race
}

func TestContainerPrinted(t *testing.T) {
	var b bytes.Buffer
	together(func() { fmt.Fprintf(&b, "%d", 1) }, func() { _ = b.String() }) // want race
}

func TestContainerCopied(t *testing.T) {
	var b strings.Builder
	together(func() { io.Copy(&b, strings.NewReader("a")) }, func() { _ = b.String() }) // want race
}

func TestContainerAsWriter(t *testing.T) {
	var b strings.Builder
	var w io.Writer = &b
	together(func() { w.Write([]byte("a")) }, func() { _ = b.String() }) // want race
}

func TestContainerBufio(t *testing.T) {
	w := bufio.NewWriter(io.Discard)
	together(func() { w.WriteString("a") }, func() { w.Flush() }) // want race
}

func TestContainerList(t *testing.T) {
	l := list.New()
	together(func() { l.PushBack(1) }, func() { l.Len() }) // want race
}

func TestContainerRing(t *testing.T) {
	r := ring.New(3)
	together(func() { r.Next() }, func() { r.Unlink(1) }) // want race
}

func TestContainerHeader(t *testing.T) {
	h := http.Header{}
	together(func() { h.Set("a", "b") }, func() { _ = h["A"] }) // want race
}

func TestContainerValues(t *testing.T) {
	v := url.Values{}
	together(func() { v.Add("a", "b") }, func() { _ = v.Get("c") }) // want race
}

func TestContainerInt(t *testing.T) {
	a, b := big.NewInt(1), big.NewInt(2)
	together(func() { a.Add(a, b) }, func() { new(big.Int).Mul(b, a) }) // want race
}

func TestContainerSource(t *testing.T) {
	r := rand.New(rand.NewSource(1))
	together(func() { r.Intn(100) }, func() { r.Float64() }) // want race
}

func TestContainerSourceV2(t *testing.T) {
	r := randv2.New(randv2.NewPCG(1, 2))
	together(func() { r.IntN(100) }, func() { r.Float64() }) // want race
}

func TestContainerCSV(t *testing.T) {
	w := csv.NewWriter(io.Discard)
	together(func() { w.Write([]string{"a"}) }, func() { w.Flush() }) // want race
}

func TestContainerEncoder(t *testing.T) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	together(func() { e.Encode(1) }, func() { _ = b.String() }) // want race
}

// A Logger has a lock, but who reads what it writes to has not.
func TestContainerLogger(t *testing.T) {
	var b bytes.Buffer
	l := log.New(&b, "", 0)
	together(func() { l.Print("a") }, func() { _ = b.String() }) // want race
}

func TestContainerLoggers(t *testing.T) {
	var b bytes.Buffer
	l, k := log.New(&b, "", 0), log.New(&b, "", 0)
	together(func() { l.Print("a") }, func() { k.Print("b") }) // want race
}

func TestContainerDefaultLogger(t *testing.T) {
	var b bytes.Buffer
	defer log.SetOutput(log.Writer())
	log.SetOutput(&b)
	together(func() { log.Print("a") }, func() { _ = b.String() }) // want race
}

// What follows is right.

func TestContainerLoggerAlone(t *testing.T) {
	var b bytes.Buffer
	l := log.New(&b, "", 0)
	together(func() { l.Print("a") }, func() { l.Print("b") })
	if b.Len() != 4 {
		t.Error(b.String())
	}
}

// But the order of what it writes is not fixed.
func TestContainerLoggerOrder(t *testing.T) {
	var b bytes.Buffer
	l := log.New(&b, "", 0)
	together(func() { l.Print("a") }, func() { l.Print("b") })
	if b.String() == "b\na\n" {
		t.Error("the other way round") // want failure
	}
}

func TestContainerLocked(t *testing.T) {
	var b bytes.Buffer
	var mu sync.Mutex
	add := func() {
		mu.Lock()
		defer mu.Unlock()
		fmt.Fprint(&b, "a")
	}
	together(add, add)
}

func TestContainerReaders(t *testing.T) {
	b := bytes.NewBufferString("a")
	h := http.Header{"A": {"b"}}
	r := ring.New(3)
	read := func() {
		_ = b.String() + h.Get("a")
		r.Next().Len()
	}
	together(read, read)
}

// What a method writes is written after its arguments are evaluated.
func TestContainerArgument(t *testing.T) {
	var b bytes.Buffer
	l := list.New()
	ch := make(chan string)
	together(func() {
		b.WriteString("a")
		l.PushBack(1)
		ch <- "b"
		ch <- "c"
	}, func() {
		b.WriteString(<-ch)
		l.PushBack(<-ch)
	})
}

type lockedSource struct {
	mu sync.Mutex
	s  rand.Source
}

func (s *lockedSource) Int63() int64 {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.s.Int63()
}

func (s *lockedSource) Seed(int64) {}

func TestContainerLockedSource(t *testing.T) {
	r := rand.New(&lockedSource{s: rand.NewSource(1)})
	together(func() { r.Intn(100) }, func() { r.Int31() })
}

// An element's value is not what the list changes.
func TestContainerElement(t *testing.T) {
	l := list.New()
	e := l.PushBack(1)
	l.PushBack(2)
	together(func() { l.MoveToBack(e) }, func() { e.Value = 3 })
}

// A reader is made of a buffer, and does not read it yet.
func TestContainerMade(t *testing.T) {
	b := bytes.NewBufferString("a")
	together(func() { b.WriteString("b") }, func() { bufio.NewReader(b) })
}
