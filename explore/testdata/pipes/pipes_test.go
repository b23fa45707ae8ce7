package pipes

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"
	"testing"
)

func TestReadAll(t *testing.T) {
	r, w := io.Pipe()
	go func() {
		fmt.Fprint(w, "some")
		fmt.Fprint(w, "more")
		w.Close()
	}()
	if b, err := io.ReadAll(r); err != nil || string(b) != "somemore" {
		t.Errorf("%q %v", b, err)
	}
}

func TestEncodes(t *testing.T) {
	r, w := io.Pipe()
	go func() { w.CloseWithError(json.NewEncoder(w).Encode(map[string]int{"a": 1})) }()
	var m map[string]int
	if err := json.NewDecoder(r).Decode(&m); err != nil || m["a"] != 1 {
		t.Error(m, err)
	}
	r.Close()
}

func TestNotClosed(t *testing.T) {
	r, w := io.Pipe() // want deadlock
	go func() { fmt.Fprint(w, "some") }()
	io.ReadAll(r)
}

func TestNobodyReads(t *testing.T) {
	r, w := io.Pipe() // want leak
	go func() { fmt.Fprint(w, "a long line\nanother\n") }()
	s := bufio.NewReaderSize(iotestOne{r}, 16)
	s.ReadString('\n')
}

// iotestOne reads one byte at a time.
type iotestOne struct{ r io.Reader }

func (o iotestOne) Read(b []byte) (int, error) { return o.r.Read(b[:1]) }

func TestReaderCloses(t *testing.T) {
	r, w := io.Pipe()
	done := make(chan error)
	go func() {
		_, err := fmt.Fprint(w, "some")
		done <- err
	}()
	r.CloseWithError(errors.New("enough"))
	if err := <-done; err == nil || err.Error() != "enough" {
		t.Error(err)
	}
	if _, err := r.Read(nil); err != io.ErrClosedPipe {
		t.Error(err)
	}
}

func TestOrderOfWrites(t *testing.T) {
	r, w := io.Pipe()
	var wg sync.WaitGroup
	wg.Go(func() { fmt.Fprint(w, "a") })
	wg.Go(func() { fmt.Fprint(w, "b") })
	go func() { wg.Wait(); w.Close() }()
	if b, _ := io.ReadAll(r); string(b) == "ba" {
		t.Error("the second one came first") // want failure
	}
}

// Of two errors the first one counts.
func TestOrderOfErrors(t *testing.T) {
	r, w := io.Pipe()
	a, b := errors.New("a"), errors.New("b")
	var wg sync.WaitGroup
	wg.Go(func() { w.CloseWithError(a) })
	wg.Go(func() { w.CloseWithError(b) })
	wg.Wait()
	if _, err := r.Read(make([]byte, 1)); err == b {
		t.Error("the second one") // want failure
	}
}

func TestWritesAreWhole(t *testing.T) {
	r, w := io.Pipe()
	var wg sync.WaitGroup
	for _, s := range []string{"aa", "bb"} {
		wg.Go(func() { fmt.Fprint(w, s) })
	}
	go func() { wg.Wait(); w.Close() }()
	b, _ := io.ReadAll(iotestOne{r})
	if s := string(b); s != "aabb" && s != "bbaa" {
		t.Error(s)
	}
}

// What is written before is seen by who has read.
func TestOrders(t *testing.T) {
	r, w := io.Pipe()
	n := 0
	go func() {
		n = 1
		w.Write([]byte{1})
		w.Close()
	}()
	io.ReadFull(r, make([]byte, 1))
	if n != 1 {
		t.Error(n)
	}
	io.Copy(io.Discard, r)
}

func TestOrdersNotBack(t *testing.T) {
	r, w := io.Pipe()
	n := 0
	go func() {
		w.Write([]byte{1})
		n = 1 // want race
		w.Close()
	}()
	io.ReadFull(r, make([]byte, 1))
	n++ // want race
	io.Copy(io.Discard, r)
}

func TestScans(t *testing.T) {
	r, w := io.Pipe()
	lines := make(chan string)
	go func() {
		defer close(lines)
		for s := bufio.NewScanner(r); s.Scan(); {
			lines <- s.Text()
		}
	}()
	go func() {
		io.Copy(w, strings.NewReader("a\nb\n"))
		w.Close()
	}()
	for want := range strings.SplitSeq("a b", " ") {
		if got := <-lines; got != want {
			t.Error(got, want)
		}
	}
	if l, ok := <-lines; ok {
		t.Error(l)
	}
}
