package cache

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"pgregory.net/rapid"
)

func open(t *testing.T) (*Store, string) {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "new")
	s, err := Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	return s, dir
}

func key(parts ...string) Key {
	h := NewHash("test")
	h.Text(parts...)
	return h.Key()
}

func TestGet(t *testing.T) {
	s, dir := open(t)
	var got []int
	if s.Get(key("a"), &got) {
		t.Error("an empty store has an answer")
	}
	if err := s.Put(key("a"), []int{1, 2}); err != nil {
		t.Fatal(err)
	}
	again, err := Open(dir) // as another process does
	if err != nil {
		t.Fatal(err)
	}
	if !again.Get(key("a"), &got) || fmt.Sprint(got) != "[1 2]" {
		t.Errorf("got %v, want [1 2]", got)
	}
	if again.Get(key("b"), &got) {
		t.Error("another question has the answer")
	}
	if n := new(string); s.Get(key("a"), n) {
		t.Errorf("a list is read as a string, %q", *n)
	}
}

func TestNone(t *testing.T) {
	var none *Store
	if err := none.Put(key("a"), 1); err != nil {
		t.Error(err)
	}
	if n := 0; none.Get(key("a"), &n) {
		t.Error("no store has an answer")
	}
	s, _ := open(t)
	if err := s.Put(Key{}, 1); err != nil {
		t.Error(err)
	}
	if n := 0; s.Get(Key{}, &n) {
		t.Error("what has no key has an answer")
	}
}

// TestKey: sequences of parts that differ have different keys.
func TestKey(t *testing.T) {
	parts := rapid.SliceOfN(rapid.StringN(0, 3, 6), 0, 4)
	rapid.Check(t, func(t *rapid.T) {
		a, b := parts.Draw(t, "a"), parts.Draw(t, "b")
		if same := fmt.Sprintf("%q", a) == fmt.Sprintf("%q", b); (key(a...) == key(b...)) != same {
			t.Fatalf("%q and %q: keys are the same: %v", a, b, !same)
		}
		x, y := NewHash("x"), NewHash("x")
		for _, list := range [][]string{a, b} {
			x.List(list)
		}
		y.List(append(append([]string{}, a...), b...))
		if x.Key() == y.Key() {
			t.Fatalf("lists %q and %q have the key of one list", a, b)
		}
	})
	if NewHash("a").Key() == NewHash("b").Key() {
		t.Error("kinds do not matter")
	}
}

// TestCorrupt damages an entry in many ways: each is a miss, and the next Put mends it.
func TestCorrupt(t *testing.T) {
	s, dir := open(t)
	const answer = "an answer of some length"
	damage := map[string]func([]byte) []byte{
		"cut":     func(b []byte) []byte { return b[:len(b)/2] },
		"empty":   func([]byte) []byte { return nil },
		"longer":  func(b []byte) []byte { return append(b, 'x') },
		"changed": func(b []byte) []byte { b[len(b)/2] ^= 1; return b },
		"zeroes":  func(b []byte) []byte { return make([]byte, len(b)) },
	}
	for name, harm := range damage {
		for _, suffix := range []string{"-a", "-d"} {
			if err := s.Put(key("q"), answer); err != nil {
				t.Fatal(err)
			}
			var got string
			if !s.Get(key("q"), &got) || got != answer {
				t.Fatalf("before %s %s: got %q", name, suffix, got)
			}
			files, err := filepath.Glob(filepath.Join(dir, "*", "*"+suffix))
			if err != nil || len(files) != 1 {
				t.Fatalf("%q, %v: want one file", files, err)
			}
			data, err := os.ReadFile(files[0])
			if err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(files[0], harm(data), 0o666); err != nil {
				t.Fatal(err)
			}
			if s.Get(key("q"), &got) {
				t.Errorf("%s %s: got %q", name, suffix, got)
			}
		}
	}
}

// TestMany has several stores in one directory, as several processes have.
func TestMany(t *testing.T) {
	_, dir := open(t)
	long := strings.Repeat("x", 1<<16)
	var writers sync.WaitGroup
	for range 4 {
		writers.Go(func() {
			s, err := Open(dir)
			if err != nil {
				t.Error(err)
				return
			}
			for i := range 50 {
				var got string
				want := fmt.Sprint(i%5, long)
				if s.Get(key(fmt.Sprint(i%5)), &got) && got != want {
					t.Errorf("question %d has an answer of %d bytes to another", i%5, len(got))
				}
				if err := s.Put(key(fmt.Sprint(i%5)), want); err != nil {
					t.Error(err)
				}
			}
		})
	}
	writers.Wait()
	if n, size, err := Stat(dir); n != 5 || size < 5<<16 || err != nil {
		t.Errorf("%d answers, %d bytes, %v; want 5 answers", n, size, err)
	}
}

// TestClean removes answers and leaves what someone else has put there.
func TestClean(t *testing.T) {
	s, dir := open(t)
	if err := s.Put(key("a"), 1); err != nil {
		t.Fatal(err)
	}
	foreign := []string{filepath.Join(dir, "note"), filepath.Join(dir, "00", "note-a"), filepath.Join(dir, "src", "main.go")}
	for _, f := range foreign {
		if err := os.MkdirAll(filepath.Dir(f), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(f, nil, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if err := Clean(dir); err != nil {
		t.Fatal(err)
	}
	if n, size, err := Stat(dir); n != 0 || size != 0 || err != nil {
		t.Errorf("%d answers, %d bytes, %v are left", n, size, err)
	}
	for _, f := range foreign {
		if _, err := os.Stat(f); err != nil {
			t.Error(err)
		}
	}
	if n, _, err := Stat(filepath.Join(dir, "nowhere")); n != 0 || err != nil {
		t.Errorf("a directory that is not there: %d answers, %v", n, err)
	}
}

func TestDir(t *testing.T) {
	t.Setenv("XDG_CACHE_HOME", "/home/caches")
	for _, test := range []struct{ env, want string }{{"off", ""}, {"/elsewhere", "/elsewhere"}, {"", "/home/caches/calvin"}} {
		t.Setenv(Env, test.env)
		if got, err := Dir(); err == nil && got != test.want {
			t.Errorf("%s=%s: %q, want %q", Env, test.env, got, test.want)
		}
	}
	t.Setenv(Env, "here")
	if dir, err := Dir(); err == nil {
		t.Errorf("a relative path: %q", dir)
	}
}
